import { createSandbox } from '@botwright/sandbox';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './support/browser.js';
import { messages, openChat, say } from './support/chat-page.js';
import type { Child } from './support/child.js';
import { StarterCopy } from './support/starter-copy.js';
import { pageOf, startStarter } from './support/starter-process.js';

const tabs = ['Ledger', 'Trace', 'Faults', 'Clock', 'Record'] as const;

let browser: Browser;
let starter: Child;
let url: string;
/** What no page may do: ask another host, or break the content security policy. */
let misdeeds: string[] = [];

beforeAll(async () => {
  starter = startStarter(['--clock', 'virtual']);
  url = await pageOf(starter);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await starter[Symbol.asyncDispose]();
});

afterEach(() => {
  const found = misdeeds;
  misdeeds = [];
  expect(found).toEqual([]);
});

function openPage(address = url, width = 1280): Promise<Page> {
  return openChat(browser, address, 'cy', {
    viewport: { width, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    prepare: (page) => watchMisdeeds(page, address),
  });
}

function watchMisdeeds(page: Page, address: string): void {
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'blob:' && host !== new URL(address).host) misdeeds.push(request.url());
  });
  page.on('pageerror', (error) => misdeeds.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) misdeeds.push(message.text());
  });
}

/** Resolves with the way to wait for one answer more than there are now. */
async function nextAnswer(page: Page): Promise<() => Promise<void>> {
  const answers = messages(page, 'Pong!');
  const before = await answers.count();
  return () => eventually(() => answers.count()).toBe(before + 1);
}

async function ping(page: Page): Promise<void> {
  const answered = await nextAnswer(page);
  await say(page, '!ping');
  await answered();
}

async function clearFaults(): Promise<void> {
  const session = await fetch(`${url}/_sandbox/session`, { headers: { 'sec-fetch-site': 'same-origin' } });
  const { controlToken } = (await session.json()) as { controlToken: string };
  await fetch(`${url}/_sandbox/faults`, { method: 'DELETE', headers: { 'x-sandbox-token': controlToken } });
}

function eventually<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: 20_000 });
}

async function openTab(page: Page, name: (typeof tabs)[number]): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

async function tryText(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('What cy would say in #general');
  await box.fill(text);
  await box.press('Enter');
  const reading = page.getByRole('region', { name: 'How the bot would read it' });
  await reading.getByRole('list', { name: 'Tokens' }).waitFor();
}

function rows(page: Page): Locator {
  return page.getByRole('group', { name: 'Ledger' }).locator('summary');
}

describe('the ledger', () => {
  test('is narrowed by words, kind and person, and shows the whole of a step, to be copied', async () => {
    const page = await openPage();
    await ping(page);
    await page.getByLabel('Filter the ledger').fill('"!ping"');
    await page.getByLabel('Kind of entry').selectOption('Requests and answers');
    await page.getByLabel('Whose entries').selectOption('cy');
    await rows(page).filter({ hasText: '200' }).first().waitFor();
    const titles = await rows(page).allInnerTexts();
    expect(titles.filter((title) => !/createChannelMessage[\s\S]*cy/.test(title))).toEqual([]);

    await rows(page).last().click();
    const shown = await page.getByRole('group', { name: /^Entry \d+$/ }).innerText();
    expect(JSON.parse(shown)).toMatchObject({
      kind: 'answer',
      status: 200,
      body: { message: { content: '!ping' } },
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);
    await page.close();
  });
});

describe('the trace', () => {
  test('leads from a message, by the T key, to what the bot was told, what it asked for and its answer', async () => {
    const page = await openPage();
    await ping(page);
    await messages(page, '!ping').filter({ hasNotText: 'Pong!' }).last().focus();
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'cy: !ping' }).waitFor();
    const part = (title: string) => {
      const heading = page.getByRole('heading', { name: title, exact: true });
      return page.getByRole('list', { name: 'What it led to' }).getByRole('listitem').filter({ has: heading });
    };
    await part('Answer').getByText('MESSAGE_SEND').waitFor();
    expect(await part('Sent').innerText()).toContain('createChannelMessage');
    expect(await part('Told to the bot').innerText()).toContain('MESSAGE_SEND');
    expect(await part('Asked by the bot').innerText()).toContain('200');
    await page.close();
  });
});

describe('how the bot reads a text', () => {
  test('stands under the message, cut into its pieces, and can be tried for whoever is talking', async () => {
    const page = await openPage();
    await ping(page);
    await openTab(page, 'Trace');
    const read = page.getByRole('region', { name: 'How the bot reads it' });
    await read.getByText('The command would run.').waitFor();
    expect(await read.locator('mark').allInnerTexts()).toEqual(['!', 'ping']);

    const said = await page.getByRole('log').getByRole('article').count();
    const tried = page.getByRole('region', { name: 'How the bot would read it' });
    await page.getByLabel('What cy would say in #general').fill('!kick dee');
    await page.getByRole('button', { name: 'Explain' }).click();
    await tried.getByText('the person lacks KICK_MEMBERS').waitFor();
    expect(await tried.locator('mark').allInnerTexts()).toEqual(['!', 'kick', 'dee']);
    expect(await tried.getByRole('list', { name: 'Tokens' }).innerText()).toMatch(/^1 word dee 6–9$/);
    expect(await tried.getByRole('list', { name: 'Guards' }).innerText()).toContain('bothMay(KICK_MEMBERS)');

    await page.getByLabel('You are').selectOption({ label: 'bob' });
    const box = page.getByLabel('What bob would say in #general');
    await box.fill('!kick @dee');
    await box.press('Enter');
    await tried.getByText('The command would run.').waitFor();
    expect(await tried.getByRole('list', { name: 'Arguments' }).innerText()).toMatch(
      /target \(member\) .* → dee \(\w+\)/,
    );
    expect(await tried.getByRole('list', { name: 'Guards' }).innerText()).toContain('lets through');
    await box.fill('!kick <img src=x onerror=alert(1)>');
    await box.press('Enter');
    await tried.getByText('The bot would refuse it.').waitFor();
    expect(await tried.locator('mark').allInnerTexts()).toContain('<img');
    await eventually(() => page.getByRole('log').getByRole('article').count()).toBe(said);
    await page.close();
  });

  test('is not known where no bot belongs to the sandbox, and the page says how to start one', async () => {
    await using sandbox = await createSandbox();
    const page = await openPage((await sandbox.listen()).url);
    await openTab(page, 'Trace');
    await page.getByLabel('What cy would say in #general').fill('!ping');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('botwright start src/bot.ts').waitFor();
    expect(await page.getByRole('button', { name: 'Explain' }).count()).toBe(0);
    await page.close();
  });
});

describe('the fault board', () => {
  afterEach(clearFaults);

  test('lets every message fail at a click, shows so in the top bar, marks what was struck, and is cleared', async () => {
    const page = await openPage();
    await openTab(page, 'Faults');
    await page.getByRole('button', { name: '503 on every message' }).click();
    await page.getByRole('button', { name: '1 fault active' }).waitFor();
    const answered = await nextAnswer(page);
    await say(page, '!ping');
    await openTab(page, 'Ledger');
    await page.getByLabel('Kind of entry').selectOption('Struck by a fault');
    await rows(page).filter({ hasText: '503' }).filter({ hasText: 'fault messages-503' }).first().waitFor();

    await page.getByRole('button', { name: '1 fault active' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('everything goes as it should').waitFor();
    expect(await page.getByRole('button', { name: /faults? active/ }).count()).toBe(0);
    // The bot tries again by the clock, which stands still.
    await openTab(page, 'Clock');
    await page.getByRole('button', { name: '+1 min' }).click();
    await answered();
    await page.close();
  });

  test('takes a rule as JSON, and shows the code and words of a refusal beside the field', async () => {
    const page = await openPage();
    await openTab(page, 'Faults');
    await page.getByText('A rule of your own').click();
    const editor = page.getByRole('group').filter({ hasText: 'A rule of your own' });
    const field = editor.getByLabel('Rule as JSON');
    const add = editor.getByRole('button', { name: 'Add' });
    const alert = editor.getByRole('alert');
    await field.fill('{"on": "rest"');
    await add.click();
    await alert.getByText('This is not JSON').waitFor();
    await field.fill('{"on": "rest", "then": {"status": 9}}');
    await add.click();
    await alert.getByText('FAULT_RULE_INVALID').waitFor();
    expect(await alert.innerText()).toContain('then.status');
    await field.fill('{"id": "mine", "on": "rest", "operation": "getUserById", "then": {"status": 418}}');
    await add.click();
    const rules = page.getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem');
    await rules.filter({ hasText: 'getUserById: status 418' }).waitFor();

    await rules.getByText('Edit').click();
    const own = rules.getByLabel('Rule as JSON');
    await own.fill((await own.inputValue()).replace('418', '429'));
    await own.press('Control+Enter');
    await rules.filter({ hasText: 'status 429' }).waitFor();
    await page.getByRole('button', { name: 'Remove mine' }).click();
    await rules.waitFor({ state: 'detached' });
    await page.close();
  });

  test('says that a rule which strikes once is spent, and then no longer that something is wrong', async () => {
    const page = await openPage();
    await openTab(page, 'Faults');
    await page.getByRole('button', { name: 'Lose the answer' }).click();
    await page.getByRole('button', { name: '1 fault active' }).waitFor();
    await say(page, '!ping');
    await page.getByText('struck 1×, spent').waitFor();
    await page.getByRole('button', { name: '1 fault active' }).waitFor({ state: 'detached' });
    await page.close();
  });
});

describe('the clock', () => {
  test('is moved by three days, and by a span of one’s own', async () => {
    const page = await openPage();
    await openTab(page, 'Clock');
    const shown = page.locator('.clock-now time');
    const now = async () => Date.parse((await shown.getAttribute('datetime')) ?? '');
    await shown.waitFor();
    const before = await now();
    await page.getByRole('button', { name: '+3 days' }).click();
    await eventually(now).toBe(before + 3 * 86_400_000);
    await page.getByLabel('Move by').fill('1.5');
    await page.getByLabel('Unit').selectOption('hours');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await eventually(now).toBe(before + 3 * 86_400_000 + 5_400_000);
    await page.close();
  });

  test('of the machine says how to start with one that can be moved', async () => {
    await using sandbox = await createSandbox();
    const page = await openPage((await sandbox.listen()).url);
    await openTab(page, 'Clock');
    await page.getByText('botwright sandbox --clock virtual').waitFor();
    expect(await page.getByRole('button', { name: '+1 min' }).count()).toBe(0);
    await page.close();
  });
});

describe('a recording', () => {
  async function save(page: Page): Promise<Map<string, string>> {
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await page.getByRole('button', { name: 'Save as test' }).click();
    await eventually(() => downloads.length).toBe(2);
    const files = downloads.map(async (download) => {
      const content = await (await download.createReadStream()).toArray();
      return [download.suggestedFilename(), Buffer.concat(content).toString('utf8')] as const;
    });
    return new Map(await Promise.all(files));
  }

  test('is saved as a test that compiles, passes against the starter, and fails when its bot answers otherwise', async () => {
    const page = await openPage();
    await openTab(page, 'Record');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Recording', exact: true }).waitFor();
    await ping(page);
    await say(page, '!kick @dee');
    await messages(page, /may not|permission/i)
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByLabel('What the test shows').fill('ping and a kick that is refused');
    const files = await save(page);
    const [testFile = '', recordingFile = ''] = files.keys();
    expect([testFile, recordingFile]).toEqual([
      'ping-and-a-kick-that-is-refused.test.ts',
      'ping-and-a-kick-that-is-refused.recording.json',
    ]);

    using copy = new StarterCopy();
    for (const [name, content] of files) copy.write(`test/${name}`, content);
    expect(await copy.compile()).toEqual({ code: 0, printed: '' });
    expect(await copy.runTest(testFile)).toMatchObject({ code: 0, printed: expect.stringContaining('1 passed') });
    copy.write('src/commands/ping.ts', copy.read('src/commands/ping.ts').replace('Pong!', 'Pang!'));
    expect(await copy.runTest(testFile)).toMatchObject({ code: 1, printed: expect.stringContaining('Pang!') });
    await page.close();
  });

  test('goes on when the page is loaded anew', async () => {
    const page = await openPage();
    await openTab(page, 'Record');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recording', exact: true }).click();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText('there is nothing to save').waitFor();
    await page.close();
  });
});

describe('the instruments', () => {
  test('are changed by the arrow keys', async () => {
    const page = await openPage();
    await page.getByRole('tab', { name: 'Ledger' }).focus();
    const selected = () => page.getByRole('tab', { selected: true }).innerText();
    const seen: string[] = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await selected());
    }
    expect(seen).toEqual(['Trace', 'Record', 'Ledger', 'Record', 'Ledger']);
    await page.close();
  });

  test('fit, each of them, on a screen 360 pixels wide', async () => {
    const page = await openPage(url, 360);
    await page.keyboard.press('Alt+I');
    for (const name of tabs) {
      await openTab(page, name);
      await page.getByRole('tabpanel', { name }).waitFor();
      if (name === 'Trace') await tryText(page, `!kick dee "${'loud'.repeat(50)}"`);
      const overflow = () =>
        page.evaluate(`[...document.querySelectorAll('[role=tabpanel] *')]
          .filter((each) => !each.closest('pre, .visually-hidden'))
          .filter((each) => each.getBoundingClientRect().right > innerWidth).length`);
      await eventually(overflow).toBe(0);
    }
    await page.close();
  });
});
