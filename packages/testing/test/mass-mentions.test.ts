import {
  type Api,
  Arg,
  type Bot,
  Command,
  type CommandContext,
  integer,
  type Message,
  member,
  Option,
  oneOf,
  Rest,
  text,
} from 'botwright';
import { expect, test } from 'vitest';
import { testBot } from '../src/index.js';

@Command({ name: 'echo', summary: 'Say it again, in every way there is.' })
class Echo {
  @Rest(text(), 'what') what!: string;

  async run(context: CommandContext): Promise<void> {
    const { what } = this;
    const { channels } = await context.api.channels.list(context.teamId);
    const idOf = (type: string) => channels.find((channel) => channel.type === type)?.id ?? context.channelId;
    await context.send(what);
    await context.send({
      content: what,
      embeds: [{ title: what.slice(0, 12), description: what }],
    });
    await context.api.todos.add(idOf('todo'), what.slice(0, 200));
    await context.api.announcements.create(idOf('announcement'), { title: what.slice(0, 20), content: what });
    await context.reply(`the reason: ${what}`);
  }
}

@Command({ name: 'mend', summary: 'Take certain words alone.' })
class Mend {
  @Arg(oneOf('fix', 'patch'), 'how') how!: string;
  @Arg(integer(), 'how often') times!: number;
  @Option(member(), 'whom') whom?: { id: string };

  async run(context: CommandContext): Promise<void> {
    await context.reply(this.how);
  }
}

/** Spellings of a mention of everybody, and of one person. */
function encodings(id: string): string[] {
  const calls = [
    '@everyone',
    '@here',
    '@EVERYONE',
    '＠everyone',
    '﹫here',
    '@ｅｖｅｒｙｏｎｅ',
    '@every\u200bone',
    '@\u00adhere',
  ];
  const people = [`<@${id}>`, `<＠${id}>`, `＜@${id}＞`, `<@\u200b${id}>`, `<@${id}>\u0301`, `<@ ${id}>`, `<@!${id}>`];
  const around: ((mention: string) => string)[] = [
    (mention) => mention,
    (mention) => `\`${mention}\``,
    (mention) => `\\${mention}`,
    (mention) => `"${mention} and more"`,
  ];
  return [...calls, ...people].flatMap((mention) => around.map((wrap) => wrap(mention)));
}

interface Said {
  readonly content: string | null;
  readonly title?: string | undefined;
  readonly embeds?: unknown;
  readonly mentions?: { readonly users: readonly string[] } | undefined;
}

/** What the bot has put into the channels of its team. */
async function wholeHistory(api: Api, channelId: string): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of api.messages.history(channelId)) messages.push(message);
  return messages;
}

async function everythingSaid({ client: { api, teams, user } }: Bot): Promise<Said[]> {
  const lists = await Promise.all(teams.map(({ id }) => api.channels.list(id)));
  const channels = lists.flatMap((list) => list.channels);
  const idsOf = (wanted: string) => channels.filter(({ type }) => type === wanted).map(({ id }) => id);
  const [todos, announcements, messages] = await Promise.all([
    Promise.all(idsOf('todo').map((id) => api.todos.list(id))),
    Promise.all(idsOf('announcement').map((id) => api.announcements.list(id))),
    Promise.all(idsOf('text').map((id) => wholeHistory(api, id))),
  ]);
  return [
    ...todos.flat(),
    ...announcements.flat(),
    ...messages.flat().filter(({ createdBy }) => createdBy.id === user.id),
  ];
}

const live = /@(?:everyone|here)/i;

test('#169 in 60 encodings and on every way back to a channel, mass mentions and mentions notify nobody', async ({
  annotate,
}) => {
  await using it = await testBot({ commands: [Echo, Mend] });
  const { ada, bob } = it.people;
  const evil = encodings(bob.id);
  expect(evil).toHaveLength(60);
  const answers: Said[] = [];
  for (const each of evil) {
    for (const call of [
      `!echo ${each}`,
      `!help ${each}`,
      `!mend ${each}`,
      `!mend fix 1 --whom=${each}`,
      `!mend --${each}`,
    ]) {
      answers.push(await ada.asks(call));
    }
  }
  const seen = await everythingSaid(it.bot);
  expect(seen.length).toBeGreaterThanOrEqual(evil.length * 9);
  for (const said of [...answers, ...seen]) {
    expect(said.mentions?.users ?? [], JSON.stringify(said)).toEqual([]);
    // A to-do item mentions nobody, whatever it says; it has no list of those it mentions.
    if (said.mentions === undefined) continue;
    expect(JSON.stringify([said.content, said.embeds, said.title]).normalize('NFKC')).not.toMatch(live);
  }
  await annotate(
    `0 notified in ${evil.length} encodings by ${seen.length + answers.length} messages, items and announcements`,
    'reached',
  );
}, 60_000);
