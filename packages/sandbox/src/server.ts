import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@botwright/clock';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Address } from './address.js';
import { pathOf } from './api.js';
import type { SandboxLog } from './log.js';
import { Refusal } from './refusal.js';

const maxBodyBytes = 1024 * 1024;
const maxParameterLength = 256;

/** How long a request may take to arrive whole, and how often that is looked after. */
const requestTimeoutMs = 10_000;
const requestCheckIntervalMs = 2000;

/** The bare HTTP server: who may speak to it, what bodies it takes, how refusals look. Routes come from elsewhere. */
export function createServer(address: () => Address, clock: Clock, log: SandboxLog): FastifyInstance {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    http: { connectionsCheckingInterval: requestCheckIntervalMs, headersTimeout: requestTimeoutMs },
    routerOptions: { maxParamLength: maxParameterLength },
    frameworkErrors: (error, request, reply) => {
      refuse(reply as FastifyReply, asRefusal(error, request as FastifyRequest, log));
    },
  });
  acceptJsonOnly(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Clients learn from it what the service's clock shows.
      date: new Date(clock.now()).toUTCString(),
    });
    done(originRefusal(request.headers, address()));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    refuse(reply, asRefusal(error, request, log));
  });
  app.setNotFoundHandler((request) => {
    throw Refusal.unknownRoute(request.method, pathOf(request));
  });
  return app;
}

function refuse(reply: FastifyReply, { status, headers, body }: Refusal): void {
  reply.code(status).headers(headers).send(body);
}

/** Clients send the JSON header always, also where no body follows. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, (error, value) => done(error && whyNot(body, error), value));
  });
}

/** The parser also refuses what is JSON, for members that could reach into every object, and does not say so. */
function whyNot(body: string, error: Error): Error {
  try {
    JSON.parse(body);
    return Refusal.forbiddenMember();
  } catch {
    return error;
  }
}

export function originRefusal(headers: IncomingHttpHeaders, address: Address): Refusal | undefined {
  if (!address.owns(headers.host)) return Refusal.foreign('Host', headers.host, address.url);
  if (!address.ownsOrigin(headers.origin)) return Refusal.foreign('Origin', headers.origin, address.url);
  return undefined;
}

type ToRefusal = (error: FastifyError, request: FastifyRequest) => Refusal;

const refusalsByErrorCode: Readonly<Record<string, ToRefusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_error, { routeOptions }) =>
    Refusal.unsupportedMediaType(routeOptions.config.operation?.multipart ? 'multipart/form-data' : 'application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => Refusal.bodyTooLarge(maxBodyBytes),
  FST_ERR_CTP_INVALID_JSON_BODY: ({ message }) => Refusal.malformedJson(message),
};

function asRefusal(error: FastifyError, request: FastifyRequest, log: SandboxLog): Refusal {
  if (error instanceof Refusal) return error;
  const known = refusalsByErrorCode[error.code];
  if (known) return known(error, request);
  const { statusCode = 500 } = error;
  if (statusCode < 500) return new Refusal({ status: statusCode, code: 'BAD_REQUEST', message: error.message });
  log.error(
    { method: request.method, path: pathOf(request), stack: error.stack },
    'the sandbox failed to serve a call',
  );
  return Refusal.internal();
}
