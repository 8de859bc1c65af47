import type { FastifyInstance } from 'fastify';
import type { Page } from './page.js';

const howToBuild = 'The page of the sandbox is not built. Run "npm run build" in the checkout, then start again.\n';

/** Serves the page under a policy that lets it run and show nothing but its own. */
export function registerPage(app: FastifyInstance, page: Page): void {
  for (const [path, { type, content }] of page) {
    app.get(path, (request, reply) => {
      reply.headers({
        'content-security-policy': contentPolicy(request.headers.host ?? ''),
        'cache-control': 'no-cache',
      });
      reply.type(type).send(content);
    });
  }
  if (!page.has('/')) app.get('/', (_request, reply) => reply.code(503).type('text/plain').send(howToBuild));
}

function contentPolicy(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
