import { apiPrefix, type Operation, type OperationId, operations, type User } from '@botwright/protocol';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { readInput } from './bad-input.js';
import { findCaller } from './credentials.js';
import type { Call } from './endpoints/endpoint.js';
import { endpointOf } from './endpoints/index.js';
import type { RateLimit } from './rate-limit.js';
import { Refusal } from './refusal.js';
import type { World } from './world/world.js';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const parameter = /\{(\w+)\}/g;

/** The URL of an operation as the router writes it. */
export function routeUrl({ path }: Operation): string {
  return apiPrefix + path.replace(parameter, ':$1');
}

/** Registers every operation of the contract, and a refusal for every other method of its paths. */
export function registerApi(app: FastifyInstance, world: World, rateLimit: RateLimit | undefined): void {
  const all: readonly Operation[] = Object.values(operations);
  for (const operation of all) registerOperation(app, operation, world, rateLimit);
  for (const [url, allowed] of methodsByUrl(all)) {
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      // Before the body is looked at: what it holds makes no difference here.
      onRequest: (request, _reply, done) => done(Refusal.methodNotAllowed(request.method, pathOf(request), allowed)),
      handler: () => undefined,
    });
  }
}

function registerOperation(
  app: FastifyInstance,
  operation: Operation,
  world: World,
  rateLimit: RateLimit | undefined,
): void {
  const serve = endpointOf(operation.id as OperationId);
  app.route({
    method: operation.method,
    url: routeUrl(operation),
    onRequest: (request, _reply, done) => {
      const caller = callerOf(request, world);
      const wait = rateLimit?.take(caller.id, Date.now());
      done(wait && Refusal.rateLimited(wait.retryAfterSeconds));
    },
    handler: (request) => ({ success: true, ...serve(readCall(request, operation, world)) }),
  });
}

function readCall(request: FastifyRequest, operation: Operation, world: World): Call<Operation> {
  const { query, body } = operation;
  return {
    operation,
    world: world.view,
    caller: callerOf(request, world),
    apply: (change) => world.apply(change),
    params: request.params as Record<string, string>,
    query: query && readInput(query, request.query, 'the query'),
    // Every body is an object or a list; leaving it out says the same as an empty object.
    body: body && readInput(body, request.body === undefined ? {} : request.body, 'the body'),
  };
}

function callerOf(request: FastifyRequest, world: World): User {
  const caller = findCaller(world.view, request.headers.authorization);
  if (!caller) throw Refusal.unauthorized();
  return caller;
}

function methodsByUrl(all: readonly Operation[]): Map<string, string[]> {
  const byUrl = new Map<string, string[]>();
  for (const operation of all) {
    const url = routeUrl(operation);
    byUrl.set(url, [...(byUrl.get(url) ?? []), operation.method]);
  }
  return byUrl;
}

/** The path as it was asked for; a query may hold what nobody should read again. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string;
}
