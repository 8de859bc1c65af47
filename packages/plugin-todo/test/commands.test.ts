import { type TestBot, testBot } from '@botwright/testing';
import { channelPermissionBits, limits, type TodoItem } from 'botwright';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { todo } from '../src/index.js';

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [todo()], log: pino({ level: 'silent' }) });
});

afterEach(() => it[Symbol.asyncDispose]());

async function answerTo(person: keyof TestBot['people'], text: string): Promise<string | null> {
  return (await it.people[person].asks(text)).content;
}

function listPath(): string {
  return `/channels/${it.sandbox.description.channels['to-do']}/todo`;
}

async function items(): Promise<TodoItem[]> {
  return (await it.people.ada.does<{ todos: TodoItem[] }>('GET', `${listPath()}/list`)).todos;
}

interface NamedRole {
  readonly id: string;
  readonly name: string;
}

async function roleCalled(wanted: string): Promise<string | undefined> {
  const path = `/teams/${it.sandbox.description.team.id}/roles`;
  const { roles } = await it.people.ada.does<{ roles: NamedRole[] }>('GET', path);
  return roles.find(({ name }) => name === wanted)?.id;
}

/** Makes a role that nobody is listed with, unless there is one of that name. */
async function makeRole(name: string): Promise<void> {
  if ((await roleCalled(name)) !== undefined) return;
  await it.people.ada.does('POST', `/teams/${it.sandbox.description.team.id}/roles`, { name });
}

async function renameRole(from: string, to: string): Promise<void> {
  const path = `/teams/${it.sandbox.description.team.id}/roles/${await roleCalled(from)}`;
  await it.people.ada.does('PATCH', path, { name: to });
}

async function overwrite(role: string, { allow = 0, deny = 0 }: { allow?: number; deny?: number }): Promise<void> {
  const { team, channels } = it.sandbox.description;
  const path = `/teams/${team.id}/channels/${channels['to-do']}/permissions/role/${await roleCalled(role)}`;
  await it.people.ada.does('POST', path, { allow, deny });
}

describe('todo add', () => {
  test("puts the item on the team's to-do channel and names its number", async () => {
    expect(await answerTo('cy', '!todo add buy tea')).toBe('Added as number 1: buy tea');
    expect(await items()).toMatchObject([{ content: 'buy tea', completed: false }]);
  });

  test('refuses a text that the service would not take, and sends nothing', async () => {
    const most = limits.todoContentLength.value;
    expect(await answerTo('cy', `!todo add ${'x'.repeat(most + 1)}`)).toContain(`at most ${most} characters`);
    expect(await items()).toEqual([]);
  });

  test('writes mentions in the answer so that they notify nobody', async () => {
    const answer = await it.people.cy.asks(`!todo add ask <@${it.people.dee.id}> @everyone`);
    expect(answer.content).not.toContain(`<@${it.people.dee.id}>`);
    expect(answer.content).not.toContain('@everyone');
  });
});

describe('what people wrote', () => {
  const dressed = '[here](https://example.invalid) **now**';

  test('stands in answers as it was written: no item becomes a link or a bold word of the bot’s', async () => {
    expect(await answerTo('ada', `!todo add ${dressed}`)).toBe(`Added as number 1: \`${dressed}\``);
    expect(await answerTo('ada', '!todo list')).toBe(`#to-do: 1 to do, 0 done\n1. ☐ \`${dressed}\``);
    expect(await answerTo('ada', '!todo edit 1 _soon_')).toBe('Changed: 1. ☐ `_soon_`');
    expect(await answerTo('ada', '!todo done 1')).toBe('Done: 1. ☑ `_soon_`');
    expect(await answerTo('ada', '!todo rm 1')).toBe('Removed: 1. ☑ `_soon_`');
    expect((await items()).length).toBe(0);
  });

  test('stands so where nothing fits it', async () => {
    expect(await answerTo('ada', `!todo done ${dressed}`)).toMatch(`There is no item \`${dressed}\`. See`);
  });
});

describe('todo list', () => {
  test('says how to begin when nothing is there', async () => {
    expect(await answerTo('cy', '!todo list')).toBe('Nothing is on the list. Put something there: !todo add <text…>');
  });

  test('shows what is to do, and with --all what is done as well, under the same numbers', async () => {
    await answerTo('ada', '!todo add one');
    await answerTo('ada', '!todo add two');
    await answerTo('ada', '!todo done 1');
    expect(await answerTo('cy', '!todo list')).toBe('#to-do: 1 to do, 1 done\n2. ☐ two');
    expect(await answerTo('cy', '!todo list --all')).toBe('#to-do: 1 to do, 1 done\n1. ☑ one\n2. ☐ two');
  });

  test('keeps every number with its item when another item goes', async () => {
    for (const text of ['one', 'two', 'three']) await answerTo('ada', `!todo add ${text}`);
    await answerTo('ada', '!todo rm 2');
    await answerTo('ada', '!todo add four');
    expect(await answerTo('cy', '!todo list')).toBe('#to-do: 3 to do, 0 done\n1. ☐ one\n3. ☐ three\n4. ☐ four');
  });

  test('knows what somebody does in the channel itself', async () => {
    await answerTo('ada', '!todo add one');
    const [one] = await items();
    await it.people.ada.does('PUT', `${listPath()}/item/${one?.id}`, { content: 'uno' });
    await it.people.ada.does('POST', `${listPath()}/item`, { content: 'due' });
    await expect.poll(() => answerTo('cy', '!todo list')).toBe('#to-do: 2 to do, 0 done\n1. ☐ uno\n2. ☐ due');
    await it.people.ada.does('DELETE', `${listPath()}/item/${one?.id}`);
    await expect.poll(() => answerTo('cy', '!todo list')).toBe('#to-do: 1 to do, 0 done\n2. ☐ due');
  });

  test('is read anew after the connection was lost', async () => {
    await answerTo('ada', '!todo add one');
    await it.people.ada.leaves();
    const { url, controlToken } = it.sandbox.description;
    const readyAgain = new Promise<void>((resolve) => {
      it.bot.client.gateway.onStateChange(({ to }) => to === 'ready' && resolve());
    });
    // It ends all connections, and no event tells that the items are gone.
    await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers: { 'x-sandbox-token': controlToken } });
    await readyAgain;
    expect(await answerTo('ada', '!todo list')).toMatch(/^Nothing is on the list/);
  });

  test('tells how many items a message has no room for', async () => {
    const content = 'x'.repeat(limits.todoContentLength.value);
    for (let count = 0; count < 12; count++) await it.people.ada.does('POST', `${listPath()}/item`, { content });
    const answer = await answerTo('cy', '!todo list');
    expect(answer).toMatch(/\n… and \d+ more$/);
    expect(answer?.length).toBeLessThanOrEqual(limits.messageContentLength.value);
  });
});

describe('an item', () => {
  beforeEach(async () => {
    for (const text of ['buy tea', 'buy green tea', 'ring mum']) await answerTo('ada', `!todo add ${text}`);
  });

  test.each([
    ['its number', '3'],
    ['its number with a sign', '#3'],
    ['its text in any case', 'Ring Mum'],
    ['the beginning of its text', 'ring'],
    ['a part of its text', 'mum'],
    ['its text in quotes', '"ring mum"'],
  ])('is found by %s', async (_, wanted) => {
    expect(await answerTo('ada', `!todo done ${wanted}`)).toBe('Done: 3. ☑ ring mum');
    expect((await items())[2]).toMatchObject({ content: 'ring mum', completed: true });
  });

  test('is found by its id', async () => {
    const [, , third] = await items();
    expect(await answerTo('ada', `!todo done ${third?.id}`)).toBe('Done: 3. ☑ ring mum');
  });

  test('is not guessed among several', async () => {
    expect(await answerTo('ada', '!todo done tea')).toBe('tea fits 2 items: 1, 2. Give the number.');
    expect((await items()).filter(({ completed }) => completed)).toEqual([]);
  });

  test('whose whole text is given wins over those that only contain it', async () => {
    expect(await answerTo('ada', '!todo done buy tea')).toBe('Done: 1. ☑ buy tea');
  });

  test('that is not there is named', async () => {
    const refusal = 'There is no item 9. See !todo list --all for all of them.';
    expect(await answerTo('ada', '!todo rm 9')).toBe(refusal);
  });
});

describe('todo done and todo reopen', () => {
  test('change nothing when the item is so already', async () => {
    await answerTo('ada', '!todo add one');
    expect(await answerTo('ada', '!todo reopen 1')).toBe('That is still to do: 1. ☐ one');
    await answerTo('ada', '!todo done 1');
    expect(await answerTo('ada', '!todo done 1')).toBe('That is done already: 1. ☑ one');
    expect(await items()).toMatchObject([{ completed: true }]);
    expect(await answerTo('ada', '!todo reopen one')).toBe('To do again: 1. ☐ one');
    expect(await items()).toMatchObject([{ completed: false }]);
  });
});

test('todo edit changes the text of one item', async () => {
  await answerTo('ada', '!todo add buy tea');
  expect(await answerTo('ada', '!todo edit "buy tea" buy green tea')).toBe('Changed: 1. ☐ buy green tea');
  expect(await items()).toMatchObject([{ content: 'buy green tea' }]);
});

test('todo rm takes one item off the list', async () => {
  await answerTo('ada', '!todo add one');
  await answerTo('ada', '!todo add two');
  expect(await answerTo('ada', '!todo rm one')).toBe('Removed: 1. ☐ one');
  expect(await items()).toMatchObject([{ content: 'two' }]);
});

describe('rights', () => {
  test.each([
    ['!todo done 1', 'You need the permission to manage todos or edit todos in #to-do.'],
    ['!todo reopen 1', 'You need the permission to manage todos or edit todos in #to-do.'],
    ['!todo edit 1 two', 'You need the permission to manage todos or edit todos in #to-do.'],
    ['!todo rm 1', 'You need the permission to manage todos or delete todos in #to-do.'],
    ['!todo sync --yes', 'You need the permission to manage todos in #to-do.'],
  ])('%s is refused to whom the service would refuse it, although the bot could', async (command, refusal) => {
    await answerTo('ada', '!todo add one');
    expect(await answerTo('cy', command)).toBe(refusal);
    expect(await items()).toMatchObject([{ content: 'one', completed: false }]);
  });

  const { EDIT_TODOS, VIEW_CHANNEL } = channelPermissionBits.todo;
  const perhaps = (rights: string) =>
    `I cannot tell whether you have the permission to ${rights} in #to-do. It is certain as soon as that channel allows it to one of your roles.`;

  test('given to a role of one’s own in the channel count', async () => {
    await overwrite('moderator', { allow: 1 << EDIT_TODOS });
    await answerTo('ada', '!todo add one');
    expect(await answerTo('bob', '!todo done 1')).toBe('Done: 1. ☑ one');
  });

  test('given to a role that may be everybody’s are not counted on, whatever it is called', async () => {
    await answerTo('ada', '!todo add one');
    for (const name of ['everyone', 'members']) {
      await makeRole(name);
      await overwrite(name, { allow: 1 << EDIT_TODOS });
      expect(await answerTo('cy', '!todo done 1')).toBe(perhaps('manage todos or edit todos'));
      await overwrite(name, {});
    }
  });

  test('a role that is called like everybody’s, but that somebody is listed with, is not taken for it', async () => {
    await renameRole('moderator', '@everyone');
    await renameRole('everyone', 'members');
    await overwrite('@everyone', { deny: 1 << VIEW_CHANNEL });
    expect(await answerTo('cy', '!todo add tea')).toBe('Added as number 1: tea');
    expect(await answerTo('bob', '!todo list')).toBe('You need the permission to view channel in #to-do.');
  });

  test('a channel that somebody perhaps may not see is not read out to them', async () => {
    await answerTo('ada', '!todo add a secret');
    await overwrite('bot', { allow: 1 << VIEW_CHANNEL });
    await overwrite('everyone', { deny: 1 << VIEW_CHANNEL });
    expect(await answerTo('cy', '!todo list')).toBe(perhaps('view channel'));
    expect(await answerTo('cy', '!todo add another')).toBe(perhaps('manage todos or create todos'));
  });
});

describe('the channel', () => {
  test('may be given by its id', async () => {
    const { team } = it.sandbox.description;
    await it.people.ada.does('PUT', `/teams/${team.id}/channels`, { name: 'chores', type: 'todo' });
    const path = `/teams/${team.id}/channels`;
    const { channels } = await it.people.ada.does<{ channels: { id: string; name: string }[] }>('GET', path);
    const chores = channels.find(({ name }) => name === 'chores');
    await using other = await testBot({ plugins: [todo({ channel: chores?.id ?? '' })] });
    // The other sandbox has the same seed, so the id of a channel made first is the same there.
    await other.people.ada.does('PUT', path, { name: 'chores', type: 'todo' });
    expect((await other.people.ada.asks('!todo add sweep')).content).toBe('Added as number 1: sweep');
  });

  test('is said to be missing when it is', async () => {
    await using other = await testBot({ plugins: [todo({ channel: 'nowhere' })] });
    const answer = await other.people.ada.asks('!todo list');
    expect(answer.content).toBe('This team has no to-do channel called nowhere that I can see.');
  });

  test('has to be the only one of its name', async () => {
    const { team } = it.sandbox.description;
    await it.people.ada.does('PUT', `/teams/${team.id}/channels`, { name: 'to-do', type: 'todo' });
    expect(await answerTo('ada', '!todo list')).toMatch(/^This team has 2 to-do channels called to-do\./);
  });
});

test('todo sync says so when no file was given', async () => {
  expect(await answerTo('ada', '!todo sync')).toBe('No file is kept in step with this channel.');
});
