import { authorization } from '@botwright/protocol';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from './support/browser.js';

/** Each calls `document.documentElement.dataset.broken` into being if anything of it is ever run. */
const run = "document.documentElement.dataset.broken='yes'";

const openings = ['', '"', "'", '`', '>', '">', "'>", '--></style></script>', '\\', '</textarea>', '</title>'];
const cores = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"></svg>`,
  `<svg><script>${run}</script></svg>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<a href="javascript:${run}">x</a>`,
  `[x](javascript:${encodeURIComponent(run)})`,
  `[x](data:text/html,<script>${run}</script>)`,
  `![x](x" onerror="${run})`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<details open ontoggle="${run}">x</details>`,
  `<body onload="${run}">`,
  `<style>@import 'javascript:${run}';</style>`,
  `<template><img src=x onerror="${run}"></template>`,
  `\${${run}}`,
  `{{constructor.constructor("${run}")()}}`,
  `<object data="javascript:${run}"></object>`,
  `<form action="javascript:${run}"><button autofocus>x</button></form>`,
  `<input autofocus onfocus="${run}">`,
];

/** 209 texts: each core behind each opening that a text might have to break out of. */
const payloads = openings.flatMap((opening) => cores.map((core) => opening + core));

interface Door {
  readonly base: string;
  readonly headers: Record<string, string>;
}

async function post({ base, headers }: Door, path: string, body: object): Promise<number> {
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
}

/** Puts a text wherever a person can put one that the page shows. */
async function plant(sandbox: Sandbox, text: string, index: number): Promise<void> {
  const { apiUrl, url, channels, controlToken, team, people } = sandbox.description;
  const json = { 'content-type': 'application/json' };
  const ada: Door = { base: apiUrl, headers: { ...json, authorization: authorization(people.ada.token, 'User') } };
  const control: Door = { base: url, headers: { ...json, 'x-sandbox-token': controlToken } };
  const short = text.slice(0, 20);
  const embed = { title: text, description: text, url: text, author: { name: text }, footer: { text } };
  const attachment = { url: `https://example.invalid/${encodeURIComponent(text)}.svg`, name: text };
  const statuses = await Promise.all([
    post(ada, `/channels/${channels.general}/messages`, { content: text }),
    post(ada, `/channels/${channels.general}/messages`, { content: 'see', embeds: [embed], attachments: [attachment] }),
    post(control, '/_sandbox/people', { username: `${index}${short}`.slice(0, 20) }),
    post(ada, `/channels/${channels['to-do']}/todo/item`, { content: text.slice(0, 255) }),
    post(ada, `/channels/${channels.announcements}/announcements`, { title: text, content: text }),
    post(ada, `/teams/${team.id}/roles`, { name: text }),
  ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
}

async function look(page: Page, sandbox: Sandbox): Promise<void> {
  await page.goto(sandbox.description.url);
  await page.getByLabel('You are').selectOption({ label: 'cy' });
  await page.getByRole('log').getByRole('article').last().waitFor();
  for (const name of ['to-do', 'announcements', 'general']) {
    await page.getByRole('navigation', { name: 'Channels' }).getByText(name, { exact: true }).first().click();
  }
  await page.getByRole('log').getByRole('article').last().waitFor();
}

test('#155 200 texts that want to run in the page, as names, messages, embeds, files and roles, run 0 times', async () => {
  // The limits that one client alone knows would keep the embeds out.
  await using sandbox = await createSandbox({ limits: 'stated' });
  await sandbox.listen();
  const browser = await openBrowser();
  try {
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    const page = await browser.newPage();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const response = await page.goto(sandbox.description.url);
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (let start = 0; start < payloads.length; start += 20) {
      const batch = payloads.slice(start, start + 20);
      for (const [index, text] of batch.entries()) await plant(sandbox, text, start + index);
      await look(page, sandbox);
      expect(await page.evaluate('document.documentElement.dataset.broken')).toBeUndefined();
    }
    expect(dialogs).toEqual([]);
  } finally {
    await browser.close();
  }
});
