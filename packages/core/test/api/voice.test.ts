import { describe, expect, test } from 'vitest';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';

const path = '/api/v1/teams/t/channels/c/leave';

describe('leaving a voice channel', () => {
  test.each([404, 405])('is tried by POST where GET is answered with %i', async (status) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = ({ method }) => (method === 'GET' ? { status } : { body: { success: true } });
    await client.api.voice.leave('t', 'c');
    expect(service.requests.map(({ method, path: asked }) => [method, asked])).toEqual([
      ['GET', path],
      ['POST', path],
    ]);
  });

  test('fails when the service says no to GET for another reason', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 403 });
    expect(await failure(client.api.voice.leave('t', 'c'))).toMatchObject({ status: 403, method: 'GET' });
    expect(service.requests).toHaveLength(1);
  });

  test('fails when the service knows neither', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 404 });
    expect(await failure(client.api.voice.leave('t', 'c'))).toMatchObject({ status: 404, method: 'POST' });
  });
});
