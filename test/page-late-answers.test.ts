import type { TodoItem } from '@botwright/protocol';
import type { Sandbox } from '@botwright/sandbox';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callersOf, openSandbox } from '../packages/sandbox/test/support/callers.js';
import { restRule } from '../packages/sandbox/test/support/rules.js';
import { openBrowser } from './support/browser.js';
import { openChat } from './support/chat-page.js';

let browser: Browser;
let sandbox: Sandbox;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

beforeEach(async () => {
  sandbox = await openSandbox();
});

afterEach(() => sandbox.close());

interface Held {
  /** Settles when the sandbox has done what was asked and the page does not know it. */
  readonly answered: Promise<void>;
  release(): void;
}

/** Lets calls through to the sandbox, and keeps their answers from the page. */
async function holdAnswers(page: Page, method: string, path: RegExp): Promise<Held> {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    answered.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { answered: answered.promise, release: () => released.resolve() };
}

/** The page looks at the sandbox each second: now it does so when it is told to. */
async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  // Until it is paused it runs, and nobody knows for how long.
  await clock.pauseAt(3_600_000);
}

const teapot = restRule({ status: 418 }, { id: 'mine', operation: 'getUserById' });
const tooOften = restRule({ status: 429 }, { id: 'mine', operation: 'getUserById' });

async function openFaults(prepare?: (page: Page) => unknown): Promise<Page> {
  const page = await openChat(browser, sandbox.description.url, 'ada', prepare && { prepare });
  await page.getByRole('tab', { name: 'Faults' }).click();
  return page;
}

function rules(page: Page) {
  return page.getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem');
}

async function openEditor(page: Page, id: string) {
  const item = rules(page).filter({ hasText: id });
  await item.getByText('Edit').click();
  return item.getByLabel('Rule as JSON');
}

describe('what is typed into a rule', () => {
  test('stays when the page looks at the board for the first time after the rule was made there', async () => {
    const page = await openFaults(stopClock);
    await page.getByRole('button', { name: 'Slow by 2 s' }).click();
    const text = await openEditor(page, 'slow');
    await text.fill('{"half": ');
    const looked = page.waitForResponse(/_sandbox\/faults/);
    await page.clock.runFor(1_000);
    await looked;
    expect(await text.inputValue()).toBe('{"half": ');
    expect(await text.isVisible()).toBe(true);
    await page.close();
  });

  test('stays when it is typed while an earlier text is being saved', async () => {
    sandbox.faults.set([teapot]);
    const page = await openFaults();
    const text = await openEditor(page, 'mine');
    const saving = await holdAnswers(page, 'PUT', /_sandbox\/faults/);
    await text.fill(JSON.stringify(tooOften));
    await text.press('Control+Enter');
    await saving.answered;
    await text.fill('{"half": ');
    saving.release();
    await rules(page).filter({ hasText: 'status 429' }).waitFor();
    expect(await text.inputValue()).toBe('{"half": ');
    await page.close();
  });

  test('stays when the rule is removed elsewhere, over another tab too, and adds it again when it is saved', async () => {
    sandbox.faults.set([teapot]);
    const page = await openFaults();
    const text = await openEditor(page, 'mine');
    await text.fill(JSON.stringify(tooOften));
    sandbox.faults.clear();
    await rules(page).filter({ hasText: 'removed meanwhile' }).waitFor();
    await page.getByRole('tab', { name: 'Clock' }).click();
    await page.getByRole('tab', { name: 'Faults' }).click();
    await text.press('Control+Enter');
    await rules(page).filter({ hasText: 'status 429' }).waitFor();
    expect(sandbox.faults.list()).toEqual([tooOften]);
    await page.close();
  });

  test('is let go of with the rule, by whoever removes that here', async () => {
    sandbox.faults.set([teapot]);
    const page = await openFaults();
    await (await openEditor(page, 'mine')).fill('{"half": ');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('everything goes as it should').waitFor();
    await page.close();
  });

  test('is not taken back to the text of the first one when a new rule is added and the next one begun', async () => {
    const page = await openFaults();
    await page.getByText('A rule of your own').click();
    const editor = page.getByRole('group').filter({ hasText: 'A rule of your own' });
    const text = editor.getByLabel('Rule as JSON');
    const adding = await holdAnswers(page, 'PUT', /_sandbox\/faults/);
    await text.fill(JSON.stringify(teapot));
    await text.press('Control+Enter');
    await adding.answered;
    await text.fill('{"half": ');
    adding.release();
    await rules(page).filter({ hasText: 'status 418' }).waitFor();
    expect(await text.inputValue()).toBe('{"half": ');
    await page.close();
  });
});

describe('fault rules', () => {
  test('that are asked for before the answer to the one before comes all hold', async () => {
    const page = await openFaults();
    const adding = await holdAnswers(page, 'PUT', /_sandbox\/faults/);
    await page.getByRole('button', { name: '503 on every message' }).click();
    await adding.answered;
    await page.getByRole('button', { name: 'Slow by 2 s' }).click();
    await page.getByRole('button', { name: 'Drop heartbeat answers' }).click();
    adding.release();
    await page.getByRole('button', { name: '3 faults active' }).waitFor();
    expect(sandbox.faults.list().map(({ id }) => id)).toEqual(['messages-503', 'slow', 'no-heartbeat']);
    await page.close();
  });

  test('that were set elsewhere and not seen here yet are kept when one is added', async () => {
    const page = await openFaults(stopClock);
    sandbox.faults.set([teapot]);
    await page.getByRole('button', { name: 'Slow by 2 s' }).click();
    await page.getByRole('button', { name: '2 faults active' }).waitFor();
    expect(sandbox.faults.list().map(({ id }) => id)).toEqual(['mine', 'slow']);
    await page.close();
  });
});

describe('a to-do item', () => {
  const path = /\/todo\/item/;

  async function openTodos(): Promise<Page> {
    const page = await openChat(browser, sandbox.description.url, 'ada');
    await page.getByRole('button', { name: 'to-do to-do list' }).click();
    return page;
  }

  async function add(page: Page, content: string): Promise<void> {
    const box = page.getByLabel('New to-do item');
    await box.fill(content);
    await box.press('Enter');
  }

  test('that is typed while the one before is being added stays in the box', async () => {
    const page = await openTodos();
    const adding = await holdAnswers(page, 'POST', path);
    await add(page, 'tea');
    await adding.answered;
    const box = page.getByLabel('New to-do item');
    await box.fill('milk');
    const added = page.waitForResponse(path);
    adding.release();
    await added;
    await page.getByRole('checkbox', { name: 'tea' }).waitFor();
    expect(await box.inputValue()).toBe('milk');
    await page.close();
  });

  test('that is refused comes back to the box, before what was typed meanwhile', async () => {
    const page = await openTodos();
    const box = page.getByLabel('New to-do item');
    const adding = await holdAnswers(page, 'POST', path);
    const long = 'x'.repeat(300);
    await add(page, long);
    await adding.answered;
    await box.fill('milk');
    adding.release();
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(await box.inputValue()).toBe(`${long} milk`);
    await page.close();
  });

  test('keeps what is typed into it when somebody else changes it meanwhile', async () => {
    const page = await openTodos();
    const { ada } = callersOf(sandbox);
    const channelId = sandbox.description.channels['to-do'];
    const { body } = await ada.call('createTodoItem', { params: { channelId }, body: { content: 'tea' } });
    await page.getByRole('button', { name: 'Edit tea' }).click();
    const text = page.getByLabel('Content', { exact: true });
    await text.fill('green tea');
    const params = { channelId, todoId: (body['todo'] as TodoItem).id };
    await ada.call('updateTodoItem', { params, body: { changeCompleted: true } });
    await ada.call('updateTodoItem', { params, body: { content: 'black tea' } });
    await page.getByText('1 of 1 done').waitFor();
    await add(page, 'after both');
    await page.getByRole('checkbox', { name: 'after both' }).waitFor();
    expect(await text.inputValue()).toBe('green tea');
    await page.close();
  });

  test('that is being changed stays open when the change of another, or an earlier text, is answered', async () => {
    const page = await openTodos();
    await add(page, 'tea');
    await page.getByRole('button', { name: 'Edit tea' }).click();
    const saving = await holdAnswers(page, 'PUT', path);
    const text = page.getByLabel('Content', { exact: true });
    await text.fill('green tea');
    await text.press('Enter');
    await saving.answered;
    await text.fill('green tea, twice');
    const saved = page.waitForResponse(path);
    saving.release();
    await saved;
    await add(page, 'after it');
    await page.getByRole('checkbox', { name: 'after it' }).waitFor();
    expect(await text.inputValue()).toBe('green tea, twice');
    await page.close();
  });
});

describe('an announcement', () => {
  test('that is written on while it is being published stays in the form', async () => {
    const page = await openChat(browser, sandbox.description.url, 'ada');
    await page.getByRole('button', { name: 'announcements announcements' }).click();
    await page.getByRole('button', { name: 'New announcement' }).click();
    await page.getByLabel('Title').fill('Release');
    const text = page.getByLabel('Content');
    await text.fill('It is out.');
    const publishing = await holdAnswers(page, 'POST', /\/announcements/);
    await page.getByRole('button', { name: 'Publish' }).click();
    await publishing.answered;
    await text.fill('It is out. And another thing');
    const published = page.waitForResponse(/\/announcements/);
    publishing.release();
    await published;
    await page.getByRole('article', { name: 'Release' }).waitFor();
    expect(await text.inputValue()).toBe('It is out. And another thing');
    await page.close();
  });
});
