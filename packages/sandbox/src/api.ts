import type { Clock } from '@botwright/clock';
import { type Operation, type OperationId, operations, type User } from '@botwright/protocol';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { findCallerOf } from './credentials.js';
import { acceptFormPayload } from './form-body.js';
import { acceptMultipartOnly } from './multipart-body.js';
import { perform } from './perform-act.js';
import type { RateLimit } from './rate-limit.js';
import { readCall, type Strictness } from './read-call.js';
import { Refusal } from './refusal.js';
import { methodsByUrl, type Route, routesOf } from './routes.js';
import type { World } from './world/world.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route serves. */
    operation?: Operation;
  }
}

export interface ApiParts {
  readonly world: World;
  readonly clock: Clock;
  readonly rateLimit: RateLimit | undefined;
  readonly strictness: Strictness;
}

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Registers every route of every operation of the contract, and a refusal for every other method of their paths. */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  const routes = Object.values<Operation>(operations).flatMap(routesOf);
  for (const route of routes) {
    const accept = otherBodiesOf(route.operation);
    if (accept) registerInScope(app, accept, route, parts);
    else registerRoute(app, route, parts);
  }
  for (const [url, allowed] of methodsByUrl(routes)) refuseOtherMethods(app, url, allowed);
}

type Acceptor = (scope: FastifyInstance) => void;

/** How a scope takes what an operation takes in place of plain JSON, if anything. */
function otherBodiesOf({ id, multipart }: Operation): Acceptor | undefined {
  if (multipart) return acceptMultipartOnly;
  return id === operations.webhookForGithub.id ? acceptFormPayload : undefined;
}

function registerInScope(app: FastifyInstance, accept: Acceptor, route: Route, parts: ApiParts): void {
  app.register((scope, _options, done) => {
    accept(scope);
    registerRoute(scope, route, parts);
    done();
  });
}

function registerRoute(app: FastifyInstance, route: Route, parts: ApiParts): void {
  const { operation, method, url } = route;
  const { world, clock, rateLimit, strictness } = parts;
  app.route({
    method,
    url,
    config: { operation },
    onRequest: (request, _reply, done) => {
      const payer = payerOf(request, operation, world);
      const wait = rateLimit?.take(payer, clock.now());
      done(wait && Refusal.rateLimited(wait.retryAfterSeconds));
    },
    handler: async (request) => {
      const input = await readCall(request, route, strictness);
      // Looked up again: while the body came in, the caller's account may have gone.
      const by = operation.auth === 'webhook' ? null : callerOf(request, world).id;
      const act = { kind: 'call', operation: operation.id as OperationId, by, read: input } as const;
      return { success: true, ...perform(world, act) };
    },
  });
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    // Before the body is looked at: what it holds makes no difference here.
    onRequest: (request, _reply, done) => done(Refusal.methodNotAllowed(request.method, pathOf(request), allowed)),
    handler: () => undefined,
  });
}

/** Whom a call counts for: its caller, who must be known, or the webhook that it goes to. */
function payerOf(request: FastifyRequest, { auth }: Operation, world: World): string {
  if (auth !== 'webhook') return callerOf(request, world).id;
  const { webhookId } = request.params as { webhookId: string };
  return `webhook ${webhookId}`;
}

function callerOf(request: FastifyRequest, world: World): User {
  const caller = findCallerOf(world.view, request.headers);
  if (!caller) throw Refusal.unauthorized();
  return caller;
}

/** The path as it was asked for; a query may hold what nobody should read again. */
export function pathOf({ url }: FastifyRequest): string {
  const queryAt = url.indexOf('?');
  // Copied: whoever remembers a slice remembers all that it was cut from.
  return queryAt === -1 ? url : Buffer.from(url.slice(0, queryAt)).toString();
}
