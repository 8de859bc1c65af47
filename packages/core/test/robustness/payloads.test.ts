import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada, messageEvent } from '../support/shapes.js';

const modes = ['full', 'light'] as const;

/** The frame of a message, with `member: value` written into the message as JSON text. */
function frameWith(json: string): string {
  const whole = JSON.stringify({ t: 'MESSAGE_SEND', d: messageEvent({ last: 0 }) });
  return whole.replace('"last":0', () => json);
}

describe('nesting', () => {
  const depths = [10, 1_000, 100_000, 1_000_000];
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const places: readonly [string, (json: string) => string][] = [
    ['a member that nobody knows', (json) => frameWith(`"extra":${json}`)],
    ['a member of another shape', (json) => frameWith(`"embeds":${json}`)],
    ['the whole payload', (json) => `{"t":"MESSAGE_SEND","d":${json}}`],
    ['the payload of an unknown kind', (json) => `{"t":"NEWS","d":${json}}`],
    ['the frame itself', (json) => json],
  ];
  const table = modes.flatMap((mode) => places.map(([place, frame]) => [mode, place, frame] as const));

  test.each(table)(
    '#64 up to a million levels deep is read or refused within 100 ms (%s): %s',
    async (validate, _, frame) => {
      await using service = await Service.start();
      await using client = clientOf(service, { validate });
      const socket = await connected(service, client);
      const seen: unknown[] = [];
      client.events.on('MESSAGE_SEND', (event) => seen.push(event));
      client.events.onUnknown((raw) => seen.push(raw));
      for (const depth of depths) {
        const text = frame(nested(depth));
        const before = performance.now();
        socket.socket.send(text);
        await caughtUp(client, socket);
        expect(performance.now() - before, `${depth} levels`).toBeLessThanOrEqual(100);
      }
      expect(seen.length + client.gateway.stats.framesIgnored).toBe(depths.length);
      expect(client.gateway.state).toBe('ready');
    },
  );

  test('#64 of what is sent on ends in a typed error', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const embed = JSON.parse(`{"title":"x","extra":${nested(100_000)}}`);
    const message = await failure(client.api.messages.create('c', { embeds: [embed] }));
    expect(message).toMatchObject({ code: 'OPTION_INVALID', option: 'draft' });
    const status = await failure(client.api.users.setStatus({ content: 'x', extra: embed }));
    expect(status).toMatchObject({ code: 'BODY_INVALID', part: 'body' });
    expect(service.requests).toEqual([]);
  });
});

describe('an id', () => {
  const places = ['"id":?', '"channelId":?', '"replyTo":?', '"mentions":{"users":[?]}', '"createdBy":{"id":?}'];
  const more = ['"emojis":[{"emojiId":?}]', '"reactions":[{"emojiId":?,"count":1}]'];
  const numbers = ['9007199254740993', '18446744073709551615', '1e400', '-0', '1.5', '0'];
  const table = modes.flatMap((mode) => [...places, ...more].map((place) => [mode, place] as const));

  test.each(table)('#65 that is a number is refused before it can lose digits (%s): %s', async (validate, place) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate });
    const socket = await connected(service, client);
    const seen: unknown[] = [];
    client.events.on('MESSAGE_SEND', (event) => seen.push(event));
    for (const number of numbers) socket.socket.send(frameWith(place.replace('?', number)));
    await caughtUp(client, socket);
    expect(seen).toEqual([]);
    expect(client.gateway.stats.eventsUnreadable).toBe(numbers.length);
  });

  test.each(modes)('#65 that is digits stays as it is (%s)', async (validate) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate });
    const socket = await connected(service, client);
    const ids: unknown[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) => ids.push(message.id, message.replyTo));
    socket.socket.send(frameWith('"id":"9007199254740993","replyTo":"00018446744073709551615"'));
    await caughtUp(client, socket);
    expect(ids).toEqual(['9007199254740993', '00018446744073709551615']);
  });

  test.each(modes)(
    "#65 that comes twice is the last one, and a frame with two names is nobody's (%s)",
    async (validate) => {
      await using service = await Service.start();
      await using client = clientOf(service, { validate });
      const socket = await connected(service, client);
      const ids: string[] = [];
      client.events.on('MESSAGE_SEND', ({ message }) => ids.push(message.id));
      client.events.onUnknown(() => ids.push('unknown'));
      socket.socket.send(frameWith('"id":"first","id":"second"'));
      socket.socket.send(frameWith('"a":1').replace('{"t":"MESSAGE_SEND"', '{"t":"MESSAGE_SEND","t":"NEWS"'));
      await caughtUp(client, socket);
      expect(ids).toEqual(['second']);
      expect(client.gateway.stats.framesIgnored).toBe(1);
    },
  );
});

describe('names that objects have already', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
  const name = fc.constantFrom(...names);
  const harm = fc.oneof(
    fc.constantFrom(...names),
    fc.constant(null),
    fc.constant({ polluted: true }),
    fc.constant({ constructor: { prototype: { polluted: true } } }),
    fc.dictionary(name, fc.constantFrom<unknown>(1, 'x', null, { polluted: true }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  );
  const member = fc.oneof(name, fc.constantFrom('id', 'channelId', 'createdBy', 'embeds', 'mentions', 'reactions'));
  const place = fc.constantFrom('frame', 'payload', 'message', 'author', 'mentions');
  const kind = fc.oneof({ weight: 4, arbitrary: fc.constant('MESSAGE_SEND') }, { weight: 1, arbitrary: name });
  const attack = fc.record({ kind, place, member, harm }, { noNullPrototype: true });

  /** Sets members as JSON does: `__proto__` becomes one like any other. */
  function withMember(object: object, key: string, value: unknown): object {
    return Object.fromEntries([...Object.entries(object).filter(([name]) => name !== key), [key, value]]);
  }

  function frameOf({
    kind: t,
    place: where,
    member: key,
    harm: value,
  }: typeof attack extends fc.Arbitrary<infer A> ? A : never) {
    const change = (at: string, object: object) => (where === at ? withMember(object, key, value) : object);
    const createdBy = change('author', ada);
    const mentions = change('mentions', { users: [] });
    const d = messageEvent({});
    const message = change('message', { ...d.message, createdBy, mentions });
    return JSON.stringify(change('frame', { t, d: change('payload', { ...d, message }) }));
  }

  const builtIns = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, Symbol, Date];
  /** What stands in the prototypes, each member with the very functions and values that it has. */
  function prototypes(): unknown[] {
    return builtIns.flatMap(({ prototype }) =>
      Reflect.ownKeys(prototype).flatMap((key) => {
        const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
        return [key, value, get, set, ...Object.values(flags)];
      }),
    );
  }

  test.each(modes)(
    '#66 100,000 payloads with them change no prototype and break no listener (%s)',
    async (validate) => {
      await using service = await Service.start();
      await using client = clientOf(service, { validate, log: { level: 'silent' } });
      const socket = await connected(service, client);
      const before = prototypes();
      let strange = 0;
      let count = 0;
      client.events.on('MESSAGE_SEND', (event) => {
        count += 1;
        const parts = [event, event.message, event.message.createdBy, event.message.mentions];
        if (parts.some((part) => Object.getPrototypeOf(part) !== Object.prototype)) strange += 1;
      });
      client.events.onUnknown(() => {
        count += 1;
      });
      const batches = fc.asyncProperty(fc.array(attack, { minLength: 500, maxLength: 500 }), async (attacks) => {
        for (const one of attacks) socket.socket.send(frameOf(one));
        await caughtUp(client, socket);
      });
      await fc.assert(batches, { numRuns: 200, endOnFailure: true });
      expect(count + client.gateway.stats.framesIgnored + client.replay.stats.duplicates).toBe(100_000);
      expect(client.replay.stats.duplicates).toBeLessThan(1_000);
      expect({ strange, failures: client.events.stats.failures }).toEqual({ strange: 0, failures: 0 });
      const after = prototypes();
      expect(after).toHaveLength(before.length);
      expect(after.filter((part, index) => !Object.is(part, before[index]))).toEqual([]);
      expect(client.gateway.state).toBe('ready');
    },
    60_000,
  );
});

describe('a time', () => {
  const odd = [
    '"Invalid Date"',
    '""',
    '"yesterday"',
    '"2026-13-45T99:99:99.999Z"',
    '"+999999-01-01T00:00:00.000Z"',
    '"+275760-09-13T00:00:00.001Z"',
    '1e400',
    '1767225600000',
    '-1',
    '{}',
    '[]',
    'true',
  ];
  const valid = [
    '"2026-01-01T00:00:00Z"',
    '"2026-01-01T02:00:00+02:00"',
    '"2026-01-01T00:00:00.000000Z"',
    '"2026-01-01"',
  ];
  const both = modes.flatMap((mode) => ['createdAt', 'editedAt'].map((name) => [mode, name] as const));

  test.each(both)('#71 that is none never reaches a listener (%s, %s)', async (validate, name) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate });
    const socket = await connected(service, client);
    const times: (string | null)[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) =>
      times.push(message.createdAt, message.editedAt ?? message.createdAt),
    );
    for (const value of odd) socket.socket.send(frameWith(`"${name}":${value}`));
    for (const value of valid) socket.socket.send(frameWith(`"${name}":${value}`));
    await caughtUp(client, socket);
    expect(client.gateway.stats.eventsUnreadable).toBe(odd.length);
    expect(times).toEqual(Array(valid.length * 2).fill('2026-01-01T00:00:00.000Z'));
  });

  test('#71 in an answer is a moment, or the answer is refused', async () => {
    await using service = await Service.start();
    const text = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: false }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom(...[...odd, ...valid].map((json): unknown => JSON.parse(json))),
    );
    for (const validate of modes) {
      await using client = clientOf(service, { validate });
      const property = fc.asyncProperty(text, text, async (createdAt, editedAt) => {
        const { message } = messageEvent({ createdAt, editedAt });
        service.respond = () => ({ body: { message } });
        const [outcome] = await Promise.allSettled([client.api.messages.get('c', 'm')]);
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'REPLY_UNREADABLE' });
        else for (const time of [outcome.value.createdAt, outcome.value.editedAt]) expectMoment(time);
      });
      await fc.assert(property, { numRuns: 300 });
    }
  });

  function expectMoment(time: unknown): void {
    expect(time === null || (typeof time === 'string' && !Number.isNaN(Date.parse(time)))).toBe(true);
  }
});

test('a READY that cannot be read, on a connection that stands, is counted and costs nothing else', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const socket = await connected(service, client);
  for (const payload of [null, {}, { user: 7 }, 'READY']) socket.send('READY', payload);
  await caughtUp(client, socket);
  expect(client.gateway.stats).toMatchObject({ eventsUnreadable: 4, readies: 1, attempts: 1 });
  expect(client.teams).toHaveLength(1);
  expect(client.gateway.state).toBe('ready');
});
