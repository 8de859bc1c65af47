import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './api.js';
import { findCaller } from './credentials.js';
import type { Ledger } from './ledger.js';
import type { World } from './world/world.js';

interface Identity {
  readonly operation: string | null;
  readonly by: string | null;
}

/** Writes down every call of the API, refused ones too: the request before it acts, the answer before it leaves. */
export function recordCalls(app: FastifyInstance, world: World, ledger: Ledger): void {
  const recorded = new WeakMap<FastifyRequest, Identity>();

  function recordRequest(request: FastifyRequest): Identity {
    const identity = identify(request, world);
    recorded.set(request, identity);
    const note = { kind: 'request', ...identity, method: request.method, path: pathOf(request) } as const;
    ledger.write(note, JSON.stringify(request.body));
    return identity;
  }

  app.addHook('preHandler', (request, _reply, done) => {
    if (isApiCall(request)) recordRequest(request);
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (isApiCall(request)) {
      // A call that was refused early has not been written down yet.
      const identity = recorded.get(request) ?? recordRequest(request);
      const note = { kind: 'answer', ...identity, status: reply.statusCode } as const;
      ledger.write(note, typeof payload === 'string' ? payload : undefined);
    }
    done();
  });
}

function isApiCall({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/');
}

function identify(request: FastifyRequest, world: World): Identity {
  return {
    operation: request.routeOptions.config.operation?.id ?? null,
    by: findCaller(world.view, request.headers.authorization)?.id ?? null,
  };
}
