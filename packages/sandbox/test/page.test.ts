import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPage } from '../src/page.js';
import { registerPage } from '../src/page-routes.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function serve(path: string) {
  const app = fastify();
  registerPage(app, await readPage(pathToFileURL(`${folder}/`)));
  return app.inject({ url: path, headers: { host: '127.0.0.1:4100' } });
}

describe('the page', () => {
  test('is served under a policy without inline code and with the own socket', async () => {
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    const reply = await serve('/');
    expect(reply).toMatchObject({ statusCode: 200, body: '<!doctype html>' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:4100");
    expect(policy).not.toContain('unsafe');
  });

  test('comes with its files, each under its type', async () => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets/main.js'), 'start();');
    const reply = await serve('/assets/main.js');
    expect(reply).toMatchObject({ statusCode: 200, body: 'start();' });
    expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('leaves out what a link points to', async () => {
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    await symlink('/etc/hostname', join(folder, 'linked.txt'));
    expect(await serve('/linked.txt')).toMatchObject({ statusCode: 404 });
  });

  test('that is not built says how to build it', async () => {
    const reply = await serve('/');
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['content-type']).toContain('text/plain');
    expect(reply.body).toContain('npm run build');
  });

  test('in a folder that is not there is a page that is not built', async () => {
    expect(await readPage(pathToFileURL(join(folder, 'nowhere/')))).toEqual(new Map());
  });
});
