import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import asyncApi from '@asyncapi/specs';
import { asyncApiDocument, eventKinds, openApiDocument, operations } from '@botwright/protocol';
import { createSandbox } from '@botwright/sandbox';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type AnySchemaObject } from 'ajv';
import formats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contractFiles, staleFiles } from '../scripts/contract-documents/files.ts';
import { repository } from './support/child.js';

const docsFolder = path.join(repository, 'docs/reference');

/** A document as a reader gets it. */
function asJson(document: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(document));
}

test('the OpenAPI document is one by the schema of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(asJson(openApiDocument()))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the AsyncAPI document is one by the schema of AsyncAPI 3.0', () => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(asyncApi.schemasWithoutId['3.0.0'] as AnySchemaObject);
  validate(asJson(asyncApiDocument()));
  expect(validate.errors).toBeNull();
});

describe('docs/reference', () => {
  let copy: string;

  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'reference-'));
    cpSync(docsFolder, copy, { recursive: true });
  });

  afterEach(() => {
    rmSync(copy, { recursive: true });
  });

  test('fits the contract', () => {
    expect(staleFiles(docsFolder, contractFiles())).toEqual([]);
  });

  test('does not fit once a file is changed, missing, or one too many', () => {
    writeFileSync(path.join(copy, 'limits.md'), `${readFileSync(path.join(copy, 'limits.md'), 'utf8')}\n`);
    rmSync(path.join(copy, 'openapi.json'));
    writeFileSync(path.join(copy, 'old.md'), '');
    expect(staleFiles(copy, contractFiles()).sort()).toEqual(['limits.md', 'old.md', 'openapi.json']);
  });

  test('links only to headings that are there', () => {
    const files = [...contractFiles()].filter(([name]) => name.endsWith('.md'));
    const headings = new Set(files.flatMap(([name, text]) => anchorsIn(text).map((anchor) => `${name}#${anchor}`)));
    const links = files.flatMap(([name, text]) =>
      linksIn(text).map((link) => (link.startsWith('#') ? name + link : link)),
    );
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !headings.has(link))).toEqual([]);
  });
});

function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([\w.]*#[^)]+)\)/g)].map(([, link = '']) => link);
}

describe('the reference that the sandbox serves', () => {
  test.each([
    ['/docs/openapi.json', openApiDocument],
    ['/docs/asyncapi.json', asyncApiDocument],
  ])('%s is the document', async (url, make) => {
    await using sandbox = await createSandbox();
    const reply = await sandbox.inject({ url });
    expect(reply.headers['content-type']).toContain('application/json');
    expect(reply.json()).toEqual(asJson(make()));
  });

  test('is a page with every operation, kind of event and link to one', async () => {
    await using sandbox = await createSandbox();
    const { body } = await sandbox.inject({ url: '/docs' });
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(operations).map((id) => `operation-${id}`)));
    expect(ids).toEqual(expect.arrayContaining(eventKinds.map(({ kind }) => `event-${kind}`)));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, link]) => link);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });
});
