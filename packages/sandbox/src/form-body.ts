import type { FastifyInstance } from 'fastify';

/** Lets the routes of a scope take, beside JSON, a form whose field `payload` holds the JSON. */
export function acceptFormPayload(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      void parseJson(request, new URLSearchParams(body).get('payload') ?? '', done);
    },
  );
}
