import { readEvent, Unreadable } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { ListenerFailed } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada, message, messageEvent } from '../support/shapes.js';

describe('events', () => {
  test.each(['full', 'light'] as const)(
    '50,000 messages, sent as fast as the socket takes them, come once and in order (%s)',
    async (validate) => {
      await using service = await Service.start();
      await using client = clientOf(service, { validate });
      const socket = await connected(service, client);
      const total = 50_000;
      let next = 0;
      let wrong = 0;
      client.events.on('MESSAGE_SEND', ({ message }) => {
        if (message.id !== `m${next}`) wrong += 1;
        next += 1;
      });
      for (let index = 0; index < total; index += 1) socket.send('MESSAGE_SEND', messageEvent({ id: `m${index}` }));
      await caughtUp(client, socket);
      expect({ next, wrong }).toEqual({ next: total, wrong: 0 });
    },
    30_000,
  );

  test('that nobody listens to are counted and not parsed', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    socket.socket.send('{"t":"MESSAGE_SEND","d":this is not JSON');
    await caughtUp(client, socket);
    expect(client.gateway.stats).toMatchObject({ eventsUnheard: 1, framesIgnored: 0, eventsUnreadable: 0 });
  });

  test('are read in any order of their members', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const contents: unknown[] = [];
    client.events.on('MESSAGE_SEND', (event) => contents.push(event.message.content));
    socket.socket.send(JSON.stringify({ d: messageEvent({ content: 'turned round' }), t: 'MESSAGE_SEND' }));
    await caughtUp(client, socket);
    expect(contents).toEqual(['turned round']);
  });

  test('stop coming to a listener that was ended', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    let calls = 0;
    const stop = client.events.on('MESSAGE_SEND', () => {
      calls += 1;
    });
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    stop();
    stop();
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    expect(calls).toBe(1);
  });

  test('#58 10,000 kinds that nobody knows go raw to one place, and nothing fails', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const kinds: string[] = [];
    client.events.onUnknown((frame) => kinds.push(frame.t));
    for (let index = 0; index < 10_000; index += 1) socket.send(`KIND_${index}`, { index });
    await caughtUp(client, socket);
    expect(kinds).toHaveLength(10_000);
    expect(client.gateway.stats.eventsUnknown).toBe(10_000);
    expect(client.events.stats.failures).toBe(0);
  });

  const reserved = ['error', 'close', 'ready', 'message', 'newListener', 'removeListener', '__proto__', 'constructor'];
  test.each(reserved)('#67 a kind named %s is an unknown kind like any other', async (kind) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const frames: unknown[] = [];
    const failures: unknown[] = [];
    client.events.onUnknown((frame) => frames.push(frame));
    client.events.onListenerError((failure) => failures.push(failure));
    socket.send(kind, { harm: true });
    await caughtUp(client, socket);
    expect(frames).toEqual([{ t: kind, d: { harm: true } }]);
    expect(failures).toEqual([]);
    expect(client.gateway.state).toBe('ready');
  });

  test('that cannot be read are counted, handed on raw and reported once a kind', async () => {
    await using service = await Service.start();
    const lines: string[] = [];
    await using client = clientOf(service, {
      log: { level: 'warn', destination: { write: (line) => void lines.push(line) } },
    });
    const socket = await connected(service, client);
    const raw: unknown[] = [];
    client.events.on('MESSAGE_SEND', () => undefined);
    client.events.onUnknown((frame) => raw.push(frame));
    const broken = { message: message({ id: 7 }), channelId: 'c', teamId: 't' };
    for (let time = 0; time < 3; time += 1) socket.send('MESSAGE_SEND', broken);
    await caughtUp(client, socket);
    expect(client.gateway.stats.eventsUnreadable).toBe(3);
    expect(raw).toHaveLength(3);
    expect(lines.filter((line) => line.includes('EVENT_UNREADABLE'))).toHaveLength(1);
    expect(lines.join()).toContain('message.id');
  });

  test('#60 200 frames, each cut at every byte, are all refused, and the link stays up', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'light' });
    const socket = await connected(service, client);
    client.events.on('MESSAGE_SEND', () => {
      throw new Error('no piece of a frame is an event');
    });
    let pieces = 0;
    for (let index = 0; index < 200; index += 1) {
      const frame = JSON.stringify({
        t: 'MESSAGE_SEND',
        d: messageEvent({ id: `m${index}`, content: 'x'.repeat(index) }),
      });
      for (let end = 0; end < frame.length; end += 1) socket.socket.send(frame.slice(0, end));
      pieces += frame.length;
    }
    await caughtUp(client, socket);
    expect(client.gateway.stats.framesIgnored).toBe(pieces);
    expect(client.events.stats.failures).toBe(0);
    expect(client.gateway.state).toBe('ready');
  }, 30_000);
});

describe('light reading', () => {
  test('gives the same message as full reading, whatever is left out or null', () => {
    const optional = [
      'content',
      'type',
      'attachments',
      'editedAt',
      'replyTo',
      'embeds',
      'emojis',
      'reactions',
      'nonce',
    ];
    for (const value of [undefined, null]) {
      for (const name of [...optional, 'mentions']) {
        // A type may be left out, but is never null.
        if (name === 'type' && value === null) continue;
        const payload = () => JSON.parse(JSON.stringify(messageEvent({ id: 'm', [name]: value, createdBy: ada })));
        expect(readEvent('MESSAGE_SEND', payload(), 'light')).toEqual(readEvent('MESSAGE_SEND', payload(), 'full'));
      }
    }
  });

  test.each([
    [null],
    [{}],
    [{ message: null }],
    [messageEvent({ id: 1 })],
    [messageEvent({ content: 1 })],
    [messageEvent({ createdBy: null })],
    [messageEvent({ createdBy: { username: 'nobody' } })],
    [messageEvent({ channelId: 5 })],
    [messageEvent({ mentions: 'everyone' })],
  ])('refuses a message that code could not use: %j', (payload) => {
    expect(readEvent('MESSAGE_SEND', payload, 'light')).toBeInstanceOf(Unreadable);
  });
});

describe('a listener that fails', () => {
  const thrown: readonly [string, () => unknown][] = [
    ['an error', () => new Error('broken')],
    ['a string', () => 'broken'],
    ['null', () => null],
    ['undefined', () => undefined],
    ['an object that throws when read', () => new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing })],
    ['an error in a circle', circular],
  ];
  function throwing(): never {
    throw new Error('do not look');
  }
  function circular(): Error {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    return error;
  }

  test.each(thrown)('with %s stops neither the others nor the next event', async (_, make) => {
    await using service = await Service.start();
    await using client = clientOf(service, { log: { level: 'error', destination: { write: () => undefined } } });
    const socket = await connected(service, client);
    const seen: string[] = [];
    client.events.on('MESSAGE_SEND', () => {
      throw make();
    });
    client.events.on('MESSAGE_SEND', () => Promise.reject(make()));
    client.events.on('MESSAGE_SEND', (event) => seen.push(event.message.id));
    socket.send('MESSAGE_SEND', messageEvent({ id: 'm1' }));
    socket.send('MESSAGE_SEND', messageEvent({ id: 'm2' }));
    await caughtUp(client, socket);
    await client.events.idle();
    expect(seen).toEqual(['m1', 'm2']);
    expect(client.events.stats.failures).toBe(4);
  });

  test('is told to whoever asked, with what it threw', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const failures: ListenerFailed[] = [];
    const cause = new Error('broken');
    client.events.onListenerError(() => {
      throw new Error('broken as well');
    });
    client.events.onListenerError((failure) => failures.push(failure));
    client.events.on('MESSAGE_SEND', () => {
      throw cause;
    });
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ code: 'LISTENER_FAILED', kind: 'MESSAGE_SEND', cause });
  });
});
