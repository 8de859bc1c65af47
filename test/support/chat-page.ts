import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

const screen = { width: 1280, height: 800 };

/** Opens a sandbox's page as somebody of its world, and waits for what was said there. */
export async function openChat(
  browser: Browser,
  url: string,
  person: string,
  { prepare, ...options }: BrowserContextOptions & { readonly prepare?: (page: Page) => unknown } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: screen, ...options });
  await prepare?.(page);
  await page.goto(url);
  await page.getByLabel('You are').selectOption({ label: person });
  await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  await page.locator('[role=log][aria-busy=false]').waitFor();
  return page;
}

export async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.fill(text);
  await box.press('Enter');
}

/** The messages on the page that say something. */
export function messages(page: Page, text: string | RegExp): Locator {
  return page.getByRole('log').getByRole('article').filter({ hasText: text });
}
