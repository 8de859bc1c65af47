import { asyncApiDocument, openApiDocument } from '@botwright/protocol';
import type { FastifyInstance } from 'fastify';
import { docsPage } from './page.js';

const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsFile {
  readonly type: string;
  make(): string;
}

const files: Readonly<Record<string, DocsFile>> = {
  '/docs': { type: 'text/html; charset=utf-8', make: docsPage },
  '/docs/openapi.json': { type: 'application/json', make: () => JSON.stringify(openApiDocument()) },
  '/docs/asyncapi.json': { type: 'application/json', make: () => JSON.stringify(asyncApiDocument()) },
};

/** Serves the contract, for people and for machines. Each file is made when it is first asked for. */
export function registerDocs(app: FastifyInstance): void {
  for (const [path, { type, make }] of Object.entries(files)) {
    let content: string | undefined;
    app.get(path, (_request, reply) => {
      content ??= make();
      reply.headers({ 'content-security-policy': contentPolicy, 'cache-control': 'no-cache' });
      reply.type(type).send(content);
    });
  }
}
