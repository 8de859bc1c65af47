import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './support/browser.js';
import { botwright, type Child, repository } from './support/child.js';

const startStarter = ['start', 'examples/starter/src/bot.ts', '--port', '0'];
const withoutCredentials = { BOT_TOKEN: undefined, BOT_BASE_URL: undefined };

describe('the starter, started as npm start does', () => {
  let starter: Child;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    starter = botwright(startStarter, withoutCredentials);
    [, url = ''] = await starter.printed(/Open +(http:\/\/127\.0\.0\.1:\d+)/);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await starter[Symbol.asyncDispose]();
  });

  async function openPageAs(person: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
    await page.goto(url);
    await page.getByLabel('You are').selectOption({ label: person });
    await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
    return page;
  }

  async function say(page: Page, text: string): Promise<void> {
    const box = page.getByRole('textbox', { name: 'Message #general' });
    await box.fill(text);
    await box.press('Enter');
  }

  function message(page: Page, text: string | RegExp) {
    return page.getByRole('log').getByRole('article').filter({ hasText: text }).last();
  }

  test('cy types !ping and the bot answers in the channel', async () => {
    const page = await openPageAs('cy');
    await say(page, '!ping');
    await message(page, 'Pong!').waitFor();
    await page.close();
  });

  test('!help lists what a member may do, and nothing else', async () => {
    const page = await openPageAs('cy');
    await say(page, '!help');
    const help = message(page, 'Answers at once');
    await help.waitFor();
    expect(await help.textContent()).not.toContain('kick');
    if (process.env.BOTWRIGHT_PICTURES === 'write') {
      await writeFile(path.join(repository, 'docs/images/chat.png'), await page.screenshot());
    }
    await page.close();
  });

  test('what cy asks the bot to put on the to-do list stands there, and is ticked off where ada ticks it', async () => {
    const cy = await openPageAs('cy');
    await say(cy, '!todo add buy tea');
    await message(cy, /buy tea/).waitFor();
    await cy.getByRole('button', { name: 'to-do to-do list' }).click();
    await cy.getByRole('checkbox', { name: 'buy tea' }).waitFor();

    const ada = await openPageAs('ada');
    await ada.getByRole('button', { name: 'to-do to-do list' }).click();
    await ada.getByRole('checkbox', { name: 'buy tea' }).click();
    await cy.getByText('1 of 1 done').waitFor();
    await Promise.all([cy.close(), ada.close()]);
  });

  test('ada announces through the bot after seeing a preview, and it stands in the announcement channel', async () => {
    const ada = await openPageAs('ada');
    await say(ada, '!announce now "Release day" It is out.');
    const preview = message(ada, 'To send it');
    await preview.waitFor();
    const [, draft = ''] = /!announce send (\S+)/.exec((await preview.textContent()) ?? '') ?? [];
    await say(ada, `!announce send ${draft}`);
    await message(ada, 'Sent to 1 of 1 channel').waitFor();
    await ada.getByRole('button', { name: 'announcements announcements' }).click();
    await ada.getByRole('article', { name: 'Release day' }).waitFor();
    await ada.close();
  });

  test('cy may not kick dee; bob may, and dee is gone from the member list', async () => {
    const cy = await openPageAs('cy');
    await say(cy, '!kick @dee');
    await message(cy, /may not|permission/i).waitFor();
    const dee = cy.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'dee' });
    expect(await dee.count()).toBe(1);

    const bob = await openPageAs('bob');
    await say(bob, '!kick @dee');
    await message(bob, 'was removed from this team').waitFor();
    await dee.waitFor({ state: 'detached' });
    await Promise.all([cy.close(), bob.close()]);
  });
});

describe('stopping', () => {
  test('Ctrl-C ends the bot and the sandbox within two seconds, with exit code 0', async () => {
    await using starter = botwright(startStarter, withoutCredentials);
    await starter.printed(/Ctrl-C/);
    const asked = performance.now();
    starter.signal('SIGINT');
    expect(await starter.exit()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(2000);
    expect(starter.stderr).toBe('');
  });
});

describe('with BOT_TOKEN and BOT_BASE_URL', () => {
  test('the same command runs the bot against that service and starts no sandbox', async () => {
    await using service = botwright(['sandbox', '--port', '0', '--json']);
    const [line] = await service.printed(/^\{.*\}\n/);
    const ready: { url: string; bot: { token: string; username: string } } = JSON.parse(line);

    await using starter = botwright(startStarter, { BOT_TOKEN: ready.bot.token, BOT_BASE_URL: ready.url });
    await starter.printed(new RegExp(`${ready.bot.username} is online in 1 team`));
    expect(starter.stdout).not.toContain('http');
  });
});
