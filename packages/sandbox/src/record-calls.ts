import type { Clock } from '@botwright/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './api.js';
import { findCallerOf } from './credentials.js';
import type { CallFaults } from './faults/call-faults.js';
import type { Strike } from './faults/fault-board.js';
import type { RestFault } from './faults/rule.js';
import { asJson, type Ledger } from './ledger.js';
import type { World } from './world/world.js';

interface CallParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly faults: CallFaults;
}

interface Identity {
  readonly operation: string | null;
  readonly by: string | null;
}

interface RecordedCall {
  readonly identity: Identity;
  readonly began: number;
  readonly strike: Strike<RestFault> | undefined;
}

/**
 * Writes down every call of the API, refused ones too: the request before it acts, the answer before it leaves. Between
 * the two, fault rules get their way.
 */
export function recordCalls(app: FastifyInstance, { world, ledger, clock, faults }: CallParts): void {
  const recorded = new WeakMap<FastifyRequest, RecordedCall>();

  function recordRequest(request: FastifyRequest, mayFail: boolean): RecordedCall {
    const identity = identify(request, world);
    const { operation, by } = identity;
    const strike = mayFail && operation !== null ? faults.strike(operation, by) : undefined;
    const call = { identity, began: clock.monotonic(), strike };
    recorded.set(request, call);
    const note = { kind: 'request', ...identity, method: request.method, path: pathOf(request) } as const;
    ledger.write(strike ? { ...note, fault: strike.id } : note, JSON.stringify(request.body));
    return call;
  }

  app.addHook('preHandler', (request, reply, done) => {
    const strike = isApiCall(request) ? recordRequest(request, true).strike : undefined;
    if (strike) faults.before(strike.fault, request, reply, done);
    else done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isApiCall(request)) {
      done();
      return;
    }
    // A call that was refused early has not been written down yet.
    const { identity, began, strike } = recorded.get(request) ?? recordRequest(request, false);
    const tookMs = Math.round((clock.monotonic() - began) * 100) / 100;
    const note = { kind: 'answer', ...identity, status: reply.statusCode, tookMs } as const;
    const body = typeof payload === 'string' ? payload : undefined;
    if (strike) {
      ledger.write({ ...note, fault: strike.id }, body && asJson(body));
      faults.after(strike.fault, request, reply, payload, done);
    } else {
      ledger.write(note, body);
      done();
    }
  });
}

function isApiCall({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/');
}

function identify(request: FastifyRequest, world: World): Identity {
  return {
    operation: request.routeOptions.config.operation?.id ?? null,
    by: findCallerOf(world.view, request.headers)?.id ?? null,
  };
}
