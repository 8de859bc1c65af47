import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caughtUp } from '../support/catching-up.js';
import { reached } from '../support/client.js';
import { team } from '../support/shapes.js';
import { complaints, History, heard } from './history.js';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

describe('a message with a date that is wrong', () => {
  const aheadBy = [
    ['a day', -24 * hourMs],
    ['seventy years', -70 * yearMs],
  ] as const;
  const orders = [
    ['in the order of what was said', false],
    ['by date', true],
  ] as const;
  const cases = aheadBy.flatMap(([by, ageMs]) => orders.map(([order, byDate]) => [by, order, ageMs, byDate] as const));

  test.each(cases)('by %s ahead hides nothing that is said after it, listed %s', async (_, _order, ageMs, byDate) => {
    await using history = await History.open();
    const { client } = history;
    history.sortsByDate = byDate;
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    for (const id of ['b1', 'c1']) history.send(first, id.charAt(0), id);
    history.send(first, 'a', 'a1');
    history.send(first, 'a', 'ahead', { ageMs });
    await caughtUp(client, first);
    const second = await history.reconnect(first, () => {
      for (const id of ['a2', 'a3']) history.say('a', id);
    });
    await client.replay.idle();
    const third = await history.reconnect(second, () => history.say('a', 'a4'));
    history.send(third, 'a', 'a5');
    await caughtUp(client, third);
    await client.replay.idle();
    expect(ids).toEqual(['b1', 'c1', 'a1', 'ahead', '*a2', '*a3', '*a4', 'a5']);
    expect(client.replay.stats).toMatchObject({ duplicates: 0, incomplete: 0 });
  });

  test('ahead hides nothing when it is deleted in the gap', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    history.send(first, 'a', 'ahead', { ageMs: -yearMs });
    await caughtUp(client, first);
    await history.reconnect(first, () => {
      history.delete('ahead');
      history.say('a', 'a2');
    });
    await client.replay.idle();
    expect(ids).toEqual(['a1', 'ahead', '*a2']);
  });

  test.each([0, 1, 2])(
    'from years ago, as number %i of those that were missed, is brought in its place',
    async (place) => {
      await using history = await History.open();
      const { client } = history;
      const ids = heard(client);
      const first = await history.connected();
      history.send(first, 'a', 'a1');
      await caughtUp(client, first);
      const missed = ['a2', 'a3', 'a4'];
      await history.reconnect(first, () => {
        for (const [index, id] of missed.entries()) history.say('a', id, { ageMs: index === place ? 5 * yearMs : 0 });
      });
      await client.replay.idle();
      expect(ids).toEqual(['a1', '*a2', '*a3', '*a4']);
      expect(client.replay.stats.incomplete).toBe(0);
    },
  );

  test('from years ago hides nothing that was said before it, in a channel that was quiet until then', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    await history.reconnect(first, () => {
      history.say('a', 'a1');
      history.say('a', 'a2', { ageMs: 5 * yearMs });
    });
    await client.replay.idle();
    expect(ids).toEqual(['*a1', '*a2']);
  });

  test('is one of 200 while the clock of the service was an hour behind: all are brought', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'a', 'a0');
    await caughtUp(client, first);
    const missed = Array.from({ length: 200 }, (_, index) => `m${index}`);
    await history.reconnect(first, () => {
      for (const id of missed) history.say('a', id, { ageMs: hourMs });
    });
    await client.replay.idle();
    expect(ids).toEqual(['a0', ...missed.map((id) => `*${id}`)]);
  });
});

describe('answers with a date that is wrong', () => {
  const dates = [
    ['seventy years ahead', 70 * yearMs],
    ['a year ahead', yearMs],
    ['a day ahead', 24 * hourMs],
    ['a day behind', -24 * hourMs],
    ['thirty years behind', -30 * yearMs],
  ] as const;

  test.each(dates)('by %s hide nothing in a channel where something came', async (_, wrongMs) => {
    await using history = await History.open();
    const { client } = history;
    history.date = () => new Date(history.now + wrongMs).toUTCString();
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    await history.reconnect(first, () => history.say('a', 'a2'));
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a2']);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test.each(dates)(
    'by %s count for nothing against the dates of messages: quiet channels and conversations',
    async (_, wrongMs) => {
      await using history = await History.open();
      const { client } = history;
      history.date = () => new Date(history.now + wrongMs).toUTCString();
      const ids = heard(client);
      history.say('a', 'long ago', { ageMs: 24 * hourMs });
      const first = await history.connected();
      history.send(first, 'b', 'b1');
      await caughtUp(client, first);
      await history.clock.advance(10_000);
      await history.reconnect(first, () => {
        history.say('a', 'a1');
        const begun = history.say('begun', 'p1', { teamId: null });
        history.conversations = [history.conversation('begun', { last: begun })];
      });
      await client.replay.idle();
      expect(ids.toSorted()).toEqual(['*a1', '*p1', 'b1']);
      expect(client.replay.stats.incomplete).toBe(0);
    },
  );

  test('that is right is not outvoted by one who dates all that is said in a channel ahead', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'b', 'b1', { ageMs: -70 * yearMs });
    await caughtUp(client, first);
    await history.reconnect(first, () => history.say('a', 'a1'));
    await client.replay.idle();
    expect(ids).toEqual(['b1', '*a1']);
  });
});

test('whatever the dates of messages and of answers, and wherever gaps are: 0 lost, 0 twice, each channel in the order of the list', async () => {
  const anyDate = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  const skew = fc.constantFrom(0, 0, 0, 1, -1, hourMs, -hourMs, yearMs, -yearMs, -70 * yearMs);
  const said = fc.record({ channelId: fc.constantFrom('a', 'b'), skew: fc.oneof(skew, anyDate) });
  const phase = fc.record({
    live: fc.array(said, { maxLength: 5 }),
    missed: fc.array(said, { maxLength: 60 }),
    date: fc.option(anyDate),
  });
  const property = fc.asyncProperty(fc.array(phase, { minLength: 1, maxLength: 3 }), async (phases) => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    for (const channelId of ['a', 'b']) history.sayEarlier(channelId, 'long ago');
    const wanted = new Map([
      ['a', ['a0']],
      ['b', ['b0']],
    ]);
    let count = 0;
    const say = ({ channelId, skew: how }: { channelId: string; skew: number | Date }) => {
      count += 1;
      const id = `${channelId}${count}`;
      wanted.get(channelId)?.push(id);
      const createdAt = (typeof how === 'number' ? new Date(history.now + count + how) : how).toISOString();
      const one = { id, channelId, createdAt, teamId: team.id };
      history.keep(one);
      return one;
    };
    let socket = await history.connected();
    for (const channelId of ['a', 'b']) history.send(socket, channelId, `${channelId}0`);
    for (const { live, missed, date } of phases) {
      history.date = () => (date ?? new Date(history.now)).toUTCString();
      for (const one of live) history.tell(socket, say(one));
      await caughtUp(client, socket);
      socket = await history.reconnect(socket, () => {
        for (const one of missed) say(one);
      });
      await client.replay.idle();
    }
    const got = ids.map((id) => id.replace('*', ''));
    for (const [channelId, all] of wanted) expect(got.filter((id) => id.startsWith(channelId))).toEqual(all);
    expect(new Set(got).size).toBe(got.length);
    expect(client.replay.stats).toMatchObject({ duplicates: 0, incomplete: 0 });
  });
  await fc.assert(property, { numRuns: 60 });
});

describe('messages of one moment', () => {
  test.each([
    ['behind', ['a1', 'a2']],
    ['before', ['a2', 'a1']],
  ])('as the last that came are brought, where the service lists them %s it', async (_, order) => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    const createdAt = new Date(history.now).toISOString();
    const came = { id: 'a1', channelId: 'a', createdAt, teamId: team.id };
    history.tell(first, came);
    await caughtUp(client, first);
    await history.reconnect(first, () => {
      for (const id of order) history.keep({ ...came, id });
    });
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a2']);
  });

  test('are brought in the order of the list', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    const createdAt = new Date(history.now + 1_000).toISOString();
    const missed = ['z', 'a', 'm', 'b'];
    await history.reconnect(first, () => {
      for (const id of missed) history.keep({ id, channelId: 'a', createdAt, teamId: team.id });
    });
    await client.replay.idle();
    expect(ids).toEqual(missed.map((id) => `*${id}`));
  });
});

describe('in the gap', () => {
  test('a channel that is renamed is read as ever', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    await history.reconnect(first, () => {
      history.names.set('a', 'another name');
      history.say('a', 'a2');
    });
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a2']);
  });

  test.each([
    ['before the channels are listed', ['b']],
    ['after that', ['a', 'b']],
  ])('a channel that is deleted %s is no loss, and what came of it does not wait', async (_, channels) => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    for (const id of ['a1', 'b1']) history.send(first, id.charAt(0), id);
    await caughtUp(client, first);
    const second = await history.reconnect(first, () => {
      history.channels = channels;
      history.instead.set('/channels/a/', { status: 404, body: {} });
      history.say('a', 'a2');
      history.say('b', 'b2');
    });
    history.send(second, 'a', 'a3');
    await caughtUp(client, second);
    await client.replay.idle();
    expect(ids.toSorted()).toEqual(['*b2', 'a1', 'a3', 'b1']);
    expect(client.replay.stats).toMatchObject({ incomplete: 0, held: 0 });
  });

  test('a channel whose messages are all deleted gives by date what was missed', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    for (const id of ['a1', 'a2']) history.send(first, 'a', id);
    await caughtUp(client, first);
    await history.reconnect(first, () => {
      history.delete('a1', 'a2');
      history.say('a', 'a3');
    });
    await client.replay.idle();
    expect(ids).toEqual(['a1', 'a2', '*a3']);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test('a channel whose ids were forgotten takes one page: its last one is known', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    for (let index = 0; index < 100; index += 1) history.send(first, 'a', `a${index}`);
    for (let index = 0; index < 10_000; index += 1) history.send(first, 'b', `b${index}`);
    await caughtUp(client, first);
    await history.reconnect(first, () => history.say('a', 'new'));
    await client.replay.idle();
    expect(ids).toHaveLength(10_101);
    expect(ids.at(-1)).toBe('*new');
    expect(history.asked.filter((path) => path.includes('/a/'))).toHaveLength(1);
  });

  test('what was said before it while nobody listened is not brought, though something was heard before that', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids: string[] = [];
    const listen = () => client.events.on('MESSAGE_SEND', ({ message }) => ids.push(message.id));
    const first = await history.connected();
    const stop = listen();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    stop();
    history.send(first, 'a', 'nobody listens');
    await caughtUp(client, first);
    await history.clock.advance(10_000);
    listen();
    await history.reconnect(first, () => history.say('a', 'a2'));
    await client.replay.idle();
    expect(ids).toEqual(['a1', 'a2']);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test('that is longer than messages are wanted, those that are too old are left out, and that is told', async () => {
    await using history = await History.open({ replay: { maxAgeMs: 5_000 } });
    const { client, service, clock } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    const lost = reached(client, 'reconnecting');
    first.socket.terminate();
    const { retryInMs = 0 } = await lost;
    for (const id of ['a2', 'a3']) history.say('a', id);
    service.refusal = 'silence';
    await clock.advance(retryInMs);
    const lostAgain = reached(client, 'reconnecting');
    await clock.advance(10_000);
    const { retryInMs: againInMs = 0 } = await lostAgain;
    service.refusal = undefined;
    history.say('a', 'a4');
    const ready = reached(client, 'ready');
    await clock.advance(againInMs);
    await ready;
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a4']);
    expect(found).toMatchObject([{ channelId: 'a', teamId: team.id }]);
  });
});
