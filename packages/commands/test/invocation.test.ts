import { describe, expect, test } from 'vitest';
import {
  Arg,
  Command,
  type CommandContext,
  CommandGroup,
  Flag,
  type Invocation,
  integer,
  Needs,
  NotInTeam,
  Option,
  PermissionMissing,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

let runs = 0;

@Command({ name: 'kick', summary: 'Remove a member.' })
@Needs('KICK_MEMBERS')
class Kick {
  @Arg(integer(), 'how often') times!: number;

  run(): void {
    runs++;
  }
}

@Command({ name: 'purge all', summary: 'Delete everything.', aliases: ['pa'] })
@CommandGroup({ name: 'purge', summary: 'Delete things.', needs: ['DELETE_MESSAGES'] })
class PurgeAll {
  run(): void {
    runs++;
  }
}

@Command({ name: 'fail', summary: 'Fail.' })
class Fail {
  run(): Promise<void> {
    return Promise.reject(new Error('the disk is full'));
  }
}

function staffedTeam(actor: readonly string[], bot: readonly string[]): TestTeam {
  runs = 0;
  const team = new TestTeam();
  team.addRole('kicker', 5, 'KICK_MEMBERS');
  team.addRole('cleaner', 4, 'DELETE_MESSAGES');
  team.addRole('admin', 9, 'ADMINISTRATOR');
  team.addMember('ada', { roles: actor });
  team.addMember('botty', { id: 'bot0', roles: bot });
  return team;
}

async function call(team: TestTeam, content: string): Promise<Invocation | undefined> {
  return team.says(team.commands([Kick, PurgeAll, Fail]), content);
}

describe('needed permissions', () => {
  test.each([
    [['kicker'], ['kicker']],
    [['admin'], ['admin']],
  ])('let %j with a bot of %j run the command', async (actor, bot) => {
    const team = staffedTeam(actor, bot);
    expect(await call(team, '!kick 3')).toEqual({ command: 'kick', outcome: 'done' });
    expect(runs).toBe(1);
  });

  test.each([
    [[], ['kicker'], 'You lack the permission to kick members.'],
    [['cleaner'], ['kicker'], 'You lack the permission to kick members.'],
    [['kicker'], [], 'I lack the permission to kick members. Somebody has to give it to my role.'],
  ])('stop %j with a bot of %j, and say whose is missing', async (actor, bot, answer) => {
    const team = staffedTeam(actor, bot);
    const invocation = await call(team, '!kick 3');
    expect(invocation).toMatchObject({ outcome: 'refused', error: { missing: ['KICK_MEMBERS'] } });
    expect(invocation).toHaveProperty('error', expect.any(PermissionMissing));
    expect(team.lastText).toBe(answer);
    expect(runs).toBe(0);
  });

  test('are looked at before the arguments', async () => {
    const team = staffedTeam([], []);
    expect(await call(team, '!kick nonsense')).toMatchObject({ error: { code: 'PERMISSION_MISSING' } });
  });

  test('of a group hold for its commands, by alias too', async () => {
    const team = staffedTeam([], []);
    for (const content of ['!purge all', '!PURGE  ALL', '!pa']) {
      expect(await call(team, content)).toMatchObject({ error: { missing: ['DELETE_MESSAGES'] } });
    }
    expect(runs).toBe(0);
  });

  test('cannot be had outside a team', async () => {
    const team = staffedTeam(['kicker'], ['kicker']);
    const invocation = await team.says(team.commands([Kick]), '!kick 3', { teamId: null });
    expect(invocation).toHaveProperty('error', expect.any(NotInTeam));
    expect(team.lastText).toBe('This works in a team only.');
  });

  test('that cannot be read stop the command', async () => {
    const team = staffedTeam(['kicker'], ['kicker']);
    team.failure = { status: 400, headers: {}, body: 'nonsense' };
    expect(await call(team, '!kick 3')).toMatchObject({ outcome: 'failed' });
    expect(runs).toBe(0);
  });

  test('cost no call when there are none', async () => {
    const team = staffedTeam([], []);
    await call(team, '!fail');
    expect(team.calls).toEqual(['POST /channels/channel0/messages']);
  });
});

describe('fields that were not given', () => {
  test('stay as the class has them, and a flag without a value is false', async () => {
    let seen: object = {};
    @Command({ name: 'show', summary: 'Show the fields.' })
    class Show {
      @Option(integer(), 'a number') count = 7;
      @Option(integer(), 'another') other?: number;
      @Flag('on from the start') on = true;
      @Flag('without a value') off!: boolean;

      run(): void {
        seen = { ...this };
      }
    }
    const team = new TestTeam();
    await team.says(team.commands([Show]), '!show');
    expect(seen).toEqual({ count: 7, other: undefined, on: true, off: false });
  });
});

describe('a handler that fails', () => {
  test('is answered with a reference, under which the log has the error', async () => {
    const team = new TestTeam();
    const invocation = await call(team, '!fail');
    expect(invocation).toMatchObject({ outcome: 'failed', reference: expect.stringMatching(/^[0-9a-f]{6}$/) });
    const reference = invocation?.outcome === 'failed' ? invocation.reference : '';
    expect(team.lastText).toBe(`Something went wrong. Reference: \`${reference}\``);
    const line = team.logLines.find((entry) => entry['reference'] === reference);
    expect(line).toMatchObject({ level: 50, command: 'fail', messageId: 'm1', err: { message: 'the disk is full' } });
  });

  test('does not fail the call when the answer cannot be sent either', async () => {
    const team = new TestTeam();
    const { api } = team.client;
    const messages = Object.assign(Object.create(api.messages), {
      create: () => Promise.reject(new Error('no connection')),
    });
    const client = { ...team.client, api: Object.assign(Object.create(api), { messages }) };
    const invocation = await team.says(team.commands([Fail], { client }), '!fail');
    expect(invocation).toMatchObject({ outcome: 'failed' });
    expect(team.logLines).toContainEqual(expect.objectContaining({ level: 40, command: 'fail' }));
  });

  test('is told to onFailure, and one that works is not', async () => {
    const team = new TestTeam();
    const told: unknown[] = [];
    const commands = team.commands([Fail, Kick], { onFailure: (failure, ctx) => told.push([failure, ctx.content]) });
    const invocation = await team.says(commands, '!fail');
    await team.says(commands, '!help');
    expect(told).toEqual([[invocation, '!fail']]);
  });

  test.each([
    [403, 'I am not allowed to do that here.'],
    [404, 'What this is about is not there, or not any more.'],
  ])('because the service said %d is answered kindly', async (status, answer) => {
    @Command({ name: 'read', summary: 'Read a message.' })
    class Read {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.api.messages.get(ctx.channelId, 'gone');
      }
    }
    const team = new TestTeam();
    team.failure = { status, headers: {}, body: '{"success":false,"message":"Missing @everyone"}' };
    const invocation = await team.says(team.commands([Read]), '!read');
    expect(invocation).toMatchObject({ outcome: 'refused', error: { status } });
    expect(team.lastText).toBe(answer);
  });
});

describe('the context', () => {
  test('reads the author’s membership', async () => {
    let roles: unknown;
    @Command({ name: 'me', summary: 'Who am I.' })
    class Me {
      async run(ctx: CommandContext): Promise<void> {
        roles = (await ctx.member()).roles;
      }
    }
    const team = staffedTeam(['kicker'], []);
    await team.says(team.commands([Me]), '!me');
    expect(roles).toEqual(['kicker']);
  });

  test('has no team, and says so, outside any', async () => {
    @Command({ name: 'where', summary: 'Where am I.' })
    class Where {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.send(`in a team: ${ctx.inTeam}`);
        await ctx.member();
      }
    }
    const team = new TestTeam();
    const invocation = await team.says(team.commands([Where]), '!where', { teamId: null });
    expect(team.sent[0]?.content).toBe('in a team: false');
    expect(invocation).toMatchObject({ outcome: 'refused', error: { code: 'NOT_IN_TEAM' } });
  });

  test('sends drafts, and lets mentions notify only when told to', async () => {
    @Command({ name: 'shout', summary: 'Mention somebody.' })
    class Shout {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.reply({ content: 'hello <@ada-id>' });
        await ctx.reply('hello <@ada-id>', { allowMentions: { users: ['ada-id'] } });
      }
    }
    const team = new TestTeam();
    await team.says(team.commands([Shout]), '!shout');
    expect(team.sent).toMatchObject([
      { content: 'hello <@\u200bada-id>', replyTo: 'm1' },
      { content: 'hello <@ada-id>', replyTo: 'm1' },
    ]);
  });

  test('can be a plain object, to test a command without anything else', async () => {
    const replies: unknown[] = [];
    class Greet {
      name!: string;
      constructor(private readonly greeting: string) {}
      async run(ctx: CommandContext): Promise<void> {
        await ctx.reply(`${this.greeting}, ${this.name}`);
      }
    }
    const context: Pick<CommandContext, 'reply'> = {
      reply: (message) => {
        replies.push(message);
        return Promise.reject(new Error('nothing was sent'));
      },
    };
    const run = Object.assign(new Greet('Hello'), { name: 'Ada' }).run(context as CommandContext);
    await expect(run).rejects.toThrow('nothing was sent');
    expect(replies).toEqual(['Hello, Ada']);
  });
});

test('a question without choices is a mistake of the command, and nobody is asked', async () => {
  @Command({ name: 'pick', summary: 'Pick.' })
  class Pick {
    async run(context: CommandContext): Promise<void> {
      await context.choose('Which?', []);
    }
  }
  const team = new TestTeam();
  expect(await team.says(team.commands([Pick]), '!pick')).toMatchObject({
    outcome: 'failed',
    error: expect.any(RangeError),
  });
  expect(team.sent).toHaveLength(1);
});
