import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.js';
import type { World } from './world/world.js';

const prefix = '/cdn';

/** Where an uploaded file is found, by the host under which the caller reached the sandbox. */
export function fileUrl({ host = '' }: IncomingHttpHeaders, name: string): string {
  return `http://${host}${prefix}/${name}`;
}

/** Serves uploads to whoever has their url, as the service's own storage does; nothing in them can run here. */
export function registerCdn(app: FastifyInstance, world: World): void {
  app.get<{ Params: { name: string } }>(`${prefix}/:name`, (request, reply) => {
    const { name } = request.params;
    const file = world.view.files.get(name);
    if (!file) throw Refusal.unknown('file', name);
    const isImage = file.contentType.startsWith('image/');
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': isImage ? 'inline' : 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-cache',
    });
    return reply.send(file.bytes);
  });
}
