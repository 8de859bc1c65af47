import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Client, PathParameterInvalid, type TransportRequest } from '../../src/index.js';
import { failure, token } from '../support/client.js';
import { message } from '../support/shapes.js';

function recordingClient(): { client: Client; requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const client = new Client({
    token,
    baseUrl: 'http://127.0.0.1:1',
    log: { level: 'silent' },
    transport: async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, body: JSON.stringify({ message: message() }) };
    },
  });
  return { client, requests };
}

describe('path parameters', () => {
  const nasty = fc.constantFrom('../x', 'a/b', '?q', '#', '%2e%2e', '.', '..', '', '\\', ';', '\0', '\r\n', '//', ' ');
  const ids = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    nasty,
    fc.tuple(nasty, nasty).map((two) => two.join('')),
  );

  test('#42 100,000 generated ids never lead out of the route', async () => {
    const { client, requests } = recordingClient();
    await fc.assert(
      fc.asyncProperty(ids, ids, async (channelId, messageId) => {
        requests.length = 0;
        const [outcome] = await Promise.allSettled([client.api.messages.get(channelId, messageId)]);
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toBeInstanceOf(PathParameterInvalid);
          expect(requests).toEqual([]);
          return;
        }
        const path = requests[0]?.path ?? '';
        // What a server makes of the path is what was sent, and the ids come back out of it.
        expect(new URL(path, 'http://x').pathname).toBe(path);
        const parts = /^\/api\/v1\/channels\/([^/?#]+)\/messages\/([^/?#]+)$/.exec(path);
        expect(parts?.slice(1).map(decodeURIComponent)).toEqual([channelId, messageId]);
      }),
      { numRuns: 50_000 },
    );
  }, 60_000);

  test.each([
    ['', 'is empty'],
    ['.', 'is a step in a path'],
    ['..', 'is a step in a path'],
    ['a\nb', 'holds a control character'],
    ['a\u0000', 'holds a control character'],
    ['\u007f', 'holds a control character'],
    ['\ud800', 'is not well-formed Unicode'],
    [5, 'is not a string'],
    [undefined, 'is not a string'],
    [null, 'is not a string'],
  ])('%j %s: refused before anything is sent', async (given, problem) => {
    const { client, requests } = recordingClient();
    const id = given as string;
    const error = await failure(client.api.messages.get(id, 'm'));
    expect(error).toBeInstanceOf(PathParameterInvalid);
    expect(error).toMatchObject({ code: 'PATH_PARAMETER_INVALID', parameter: 'channelId', value: id });
    expect(String(error)).toContain(problem);
    expect(requests).toEqual([]);
  });
});
