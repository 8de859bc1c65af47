import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './support/browser.js';
import { messages, openChat, say } from './support/chat-page.js';
import { botwright, type Child, repository } from './support/child.js';
import { pageOf, startStarter } from './support/starter-process.js';

describe('the starter, started as npm start does', () => {
  let starter: Child;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    starter = startStarter();
    url = await pageOf(starter);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await starter[Symbol.asyncDispose]();
  });

  const openPageAs = (person: string) => openChat(browser, url, person, { deviceScaleFactor: 1.5 });
  const message = (page: Page, text: string | RegExp) => messages(page, text).last();

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

  test.each([1280, 360])('the API reference is a key away on a page %i pixels wide', async (width) => {
    const page = await openChat(browser, url, 'cy', { viewport: { width, height: 800 } });
    const link = page.getByRole('link', { name: 'API reference' });
    const { x = 0, width: wide = 0 } = (await link.boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Inspector', exact: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs');
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
    await using starter = startStarter();
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

    await using starter = startStarter([], { BOT_TOKEN: ready.bot.token, BOT_BASE_URL: ready.url });
    await starter.printed(new RegExp(`${ready.bot.username} is online in 1 team`));
    expect(starter.stdout).not.toContain('http');
  });
});
