import { describe, expect, test } from 'vitest';
import { currentHandling, type Delivered } from '../../src/index.js';
import { caughtUp } from '../support/catching-up.js';
import { reached } from '../support/client.js';
import type { Reply, ServiceSocket } from '../support/service.js';
import { team } from '../support/shapes.js';
import { complaints, History, heard } from './history.js';

describe('what was said while the connection was gone', () => {
  test('comes once the connection is back, oldest first, marked, and before what is said afterwards', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    const second = await history.reconnect(first, () => {
      for (const id of ['a2', 'a3', 'a4']) history.say('a', id);
    });
    history.send(second, 'a', 'a5');
    await caughtUp(client, second);
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a2', '*a3', '*a4', 'a5']);
    expect(client.replay.stats).toEqual({ gaps: 1, replayed: 3, duplicates: 0, incomplete: 0, held: 0 });
  });

  test('comes from channels in which nothing was said before, but not what is older than the bot', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.sayEarlier('a', 'long ago');
    const first = await history.connected();
    await history.clock.advance(10_000);
    await history.reconnect(first, () => history.say('a', 'a1'));
    await client.replay.idle();
    expect(ids).toEqual(['*a1']);
  });

  test('comes page by page, with one call for the channels and no more pages than it takes', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'a', 'a0');
    await caughtUp(client, first);
    const wanted = Array.from({ length: 120 }, (_, index) => `m${index}`);
    await history.reconnect(first, () => {
      for (const id of wanted) history.say('a', id);
    });
    await client.replay.idle();
    expect(ids).toEqual(['a0', ...wanted.map((id) => `*${id}`)]);
    expect(history.asked.toSorted()).toEqual([
      'channels/a/messages?limit=50&offset=0',
      'channels/a/messages?limit=50&offset=100',
      'channels/a/messages?limit=50&offset=50',
      'channels/b/messages?limit=50&offset=0',
      `teams/${team.id}/channels`,
    ]);
  });

  test('comes from private conversations that the bot had', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'private', 'p1', { teamId: null });
    await caughtUp(client, first);
    await history.reconnect(first, () => history.say('private', 'p2', { teamId: null }));
    await client.replay.idle();
    expect(ids).toEqual(['p1', '*p2']);
  });

  test('comes from private conversations in which somebody spoke only then, and others are not looked at', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.say('old', 'long ago', { teamId: null, ageMs: 3_600_000 });
    const first = await history.connected();
    await history.clock.advance(10_000);
    await history.reconnect(first, () => {
      const begun = history.say('begun', 'p1', { teamId: null });
      const back = history.say('back', 'p2', { teamId: null });
      history.say('untold', 'p3', { teamId: null });
      const age = { ageMs: 3_600_000 };
      history.conversations = [
        history.conversation('begun', { last: begun }),
        history.conversation('back', { last: back, ...age }),
        history.conversation('untold'),
        history.conversation('old', age),
      ];
    });
    await client.replay.idle();
    expect(ids.toSorted()).toEqual(['*p1', '*p2', '*p3']);
    expect(history.asked.filter((path) => path.includes('/old/'))).toEqual([]);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test.each([
    ['there is no such list', { status: 404, body: {} }, 0],
    ['the list is none', { body: { success: true } }, 0],
    ['the list cannot be had', { status: 501, body: {} }, 1],
  ] as const)('comes from conversations that are known, where %s', async (_, answer, incomplete) => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    history.send(first, 'private', 'p1', { teamId: null });
    await caughtUp(client, first);
    history.conversations = [];
    history.instead.set('/me/chats', answer);
    await history.reconnect(first, () => history.say('private', 'p2', { teamId: null }));
    await client.replay.idle();
    expect(ids).toEqual(['p1', '*p2']);
    expect(found).toHaveLength(incomplete);
    if (incomplete > 0) expect(found[0]).toMatchObject({ teamId: null, channelId: undefined });
  });

  test('comes once when the connection is lost again while it is read', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    history.instead.set('/channels/', () => undefined);
    const second = await history.reconnect(first, () => history.say('a', 'a2'));
    history.send(second, 'a', 'a3');
    await caughtUp(client, second);
    await history.reconnect(second, () => {
      history.say('a', 'a4');
      history.instead.clear();
    });
    await client.replay.idle();
    expect(ids.map((id) => id.replace('*', ''))).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test('does not hold up other channels', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    history.instead.set('/channels/a/', () => undefined);
    const second = await history.reconnect(first);
    history.send(second, 'a', 'a1');
    history.send(second, 'b', 'b1');
    history.send(second, 'c', 'c1');
    const told = Promise.withResolvers<void>();
    client.events.on('MESSAGE_SEND', ({ channelId }) => (channelId === 'b' ? told.resolve() : undefined));
    await caughtUp(client, second);
    await told.promise;
    expect(ids.map((id) => id.replace('*', '')).toSorted()).toEqual(['b1', 'c1']);
    expect(client.replay.stats.held).toBe(1);
  });

  test('comes before other events of its channel as well', async () => {
    await using history = await History.open();
    const { client } = history;
    const seen: string[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) => seen.push(`said ${message.id}`));
    client.events.on('MESSAGE_DELETED', ({ messageId }) => seen.push(`deleted ${messageId}`));
    client.events.on('unknown', ({ t }) => seen.push(t));
    const first = await history.connected();
    const second = await history.reconnect(first, () => history.say('a', 'a1'));
    second.send('MESSAGE_DELETED', { messageId: 'a1', channelId: 'a', teamId: team.id });
    second.send('STRANGE', { channelId: 'a' });
    await caughtUp(client, second);
    await client.replay.idle();
    expect(seen.filter((what) => what !== 'deleted last')).toEqual(['said a1', 'deleted a1', 'STRANGE']);
  });

  test('is brought to listeners that run as for any event', async () => {
    await using history = await History.open();
    const names: (string | undefined)[] = [];
    history.client.events.on('MESSAGE_SEND', () => names.push(currentHandling()?.kind));
    const first = await history.connected();
    await history.reconnect(first, () => history.say('a', 'a1'));
    await history.client.replay.idle();
    expect(names).toEqual(['MESSAGE_SEND']);
  });
});

describe('what comes again', () => {
  test('#20 the last 50 frames, on their own connection or on the next, reach no listener a second time, with 10,000 ids in memory', async ({
    annotate,
  }) => {
    await using history = await History.open({ replay: false });
    const { client } = history;
    const seen = new Map<string, number>();
    client.events.on('MESSAGE_SEND', ({ message }) => seen.set(message.id, (seen.get(message.id) ?? 0) + 1));
    const first = await history.connected();
    const sent = Array.from({ length: 12_000 }, (_, index) => history.say('a', `m${index}`));
    const tellLast = (socket: ServiceSocket) => {
      for (const said of sent.slice(-50)) history.tell(socket, said);
    };
    for (const said of sent) history.tell(first, said);
    tellLast(first);
    await caughtUp(client, first);
    const second = await history.reconnect(first);
    tellLast(second);
    tellLast(second);
    history.send(second, 'a', 'new');
    await caughtUp(client, second);
    expect(seen.size).toBe(12_001);
    expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
    expect(client.replay.stats.duplicates).toBe(150);
    expect(client.replay.remembered.ids).toBeLessThanOrEqual(10_000);
    await annotate(`0 of 150 came twice, ${client.replay.remembered.ids} ids remembered`, 'reached');
  });

  test('is known by its id alone, whatever else it says the second time', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    const said = history.say('a', 'a1');
    history.tell(first, said);
    history.tell(first, { ...said, createdAt: new Date(history.now + 60_000).toISOString() });
    history.tell(first, { ...said, channelId: 'b' });
    await caughtUp(client, first);
    expect(ids).toEqual(['a1']);
    expect(client.replay.stats.duplicates).toBe(2);
  });

  test('because it was read and then comes by itself all the same is dropped', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    const missed: ReturnType<History['say']>[] = [];
    const second = await history.reconnect(first, () => missed.push(history.say('a', 'a1'), history.say('a', 'a2')));
    await client.replay.idle();
    for (const said of missed) history.tell(second, said);
    await caughtUp(client, second);
    await client.replay.idle();
    expect(ids).toEqual(['*a1', '*a2']);
    expect(client.replay.stats.duplicates).toBe(2);
  });
});

describe('listeners', () => {
  test('that want nothing that was missed get what comes by itself though it was read before', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const live: string[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) => live.push(message.id), { replayed: false });
    const first = await history.connected();
    const late: ReturnType<History['say']>[] = [];
    const second = await history.reconnect(first, () => late.push(history.say('a', 'a1')));
    await client.replay.idle();
    for (const said of [...late, ...late]) history.tell(second, said);
    await caughtUp(client, second);
    expect({ ids, live }).toEqual({ ids: ['*a1'], live: ['a1'] });
  });

  test('that want nothing that was missed get only what comes by itself', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const live: string[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) => live.push(message.id), { replayed: false });
    const first = await history.connected();
    const second = await history.reconnect(first, () => history.say('a', 'a1'));
    history.send(second, 'a', 'a2');
    await caughtUp(client, second);
    await client.replay.idle();
    expect({ ids, live }).toEqual({ ids: ['*a1', 'a2'], live: ['a2'] });
  });

  test.each([
    ['nobody wants it', { replay: undefined, wants: false }],
    ['it is switched off', { replay: false, wants: true }],
  ] as const)('nothing is read when %s', async (_, { replay, wants }) => {
    await using history = await History.open({ ...(replay === false && { replay }) });
    const { client } = history;
    client.events.on('MESSAGE_SEND', () => undefined, { replayed: wants });
    const first = await history.connected();
    await history.reconnect(first, () => history.say('a', 'a1'));
    await client.replay.idle();
    expect(history.asked).toEqual([]);
  });

  test('get nothing from before they began to listen', async () => {
    await using history = await History.open();
    const { client } = history;
    const first = await history.connected();
    history.send(first, 'a', 'nobody listens');
    await caughtUp(client, first);
    await history.clock.advance(10_000);
    const ids = heard(client);
    await history.reconnect(first, () => history.say('a', 'a1'));
    await client.replay.idle();
    expect(ids).toEqual(['*a1']);
  });

  test('are typed: what was missed is a message like any other, with a mark', () => {
    const payload = {} as Delivered<'MESSAGE_SEND'>;
    const mark: true | undefined = payload.replayed;
    expect(mark).toBeUndefined();
  });
});

describe('what cannot be brought', () => {
  test.each([403, 404])('is no loss in a channel that answers %i: the bot may not see it', async (status) => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    history.instead.set('/channels/a/', { status, body: {} });
    const first = await history.connected();
    await history.reconnect(first, () => {
      history.say('a', 'a1');
      history.say('b', 'b1');
    });
    await client.replay.idle();
    expect(ids).toEqual(['*b1']);
    expect(client.replay.stats.incomplete).toBe(0);
  });

  test('since reading fails is told once a channel, with the range; the others are brought', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    const last = history.say('a', 'a1');
    history.tell(first, last);
    await caughtUp(client, first);
    history.instead.set('/channels/a/', { body: 'no JSON' });
    const second = await history.reconnect(first, () => {
      history.say('a', 'a2');
      history.say('b', 'b1');
    });
    history.send(second, 'a', 'a3');
    await caughtUp(client, second);
    await client.replay.idle();
    expect(ids.toSorted()).toEqual(['*b1', 'a1', 'a3']);
    expect(found).toMatchObject([{ code: 'REPLAY_INCOMPLETE', channelId: 'a', teamId: team.id, from: last.createdAt }]);
    expect(found[0]?.cause).toMatchObject({ code: 'REPLY_UNREADABLE' });
    expect(client.replay.stats.incomplete).toBe(1);
  });

  test('since the channels cannot be listed is told once a team; those that are known are read', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    history.send(first, 'a', 'a1');
    await caughtUp(client, first);
    history.instead.set('/teams/', { body: 'no JSON' });
    await history.reconnect(first, () => history.say('a', 'a2'));
    await client.replay.idle();
    expect(ids).toEqual(['a1', '*a2']);
    expect(found).toMatchObject([{ channelId: undefined, teamId: team.id }]);
  });

  test('since it is too much is told, and the newest are brought', async () => {
    await using history = await History.open({ replay: { perChannel: 3 } });
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    await history.reconnect(first, () => {
      for (let index = 0; index < 10; index += 1) history.say('a', `a${index}`);
    });
    await client.replay.idle();
    expect(ids).toEqual(['*a7', '*a8', '*a9']);
    expect(found).toMatchObject([{ channelId: 'a' }]);
  });

  test.each([
    [{ perChannel: 3 }, 3, ['*m1', '*m2', '*m3'], 0],
    [{ perChannel: 3 }, 5, ['*m3', '*m4', '*m5'], 1],
    [{ total: 2 }, 5, ['*m4', '*m5'], 1],
  ])(
    'for want of room, %j, is not more where much comes by itself meanwhile, which keeps its order',
    async (replay, missed, brought, incomplete) => {
      await using history = await History.open({ replay });
      const { client } = history;
      const ids = heard(client);
      const first = await history.connected();
      history.instead.set('/channels/a/', () => undefined);
      const second = await history.reconnect(first, () => {
        for (let index = 1; index <= missed; index += 1) history.say('a', `m${index}`);
      });
      for (let index = 1; index <= 5; index += 1) history.send(second, 'a', `a${index}`);
      await caughtUp(client, second);
      await history.reconnect(second, () => history.instead.clear());
      await client.replay.idle();
      expect(ids).toEqual([...brought, 'a1', 'a2', 'a3', 'a4', 'a5']);
      expect(client.replay.stats).toMatchObject({ replayed: brought.length, incomplete, held: 0 });
    },
  );

  test('for want of room is not more either where that comes while the channel is read', async () => {
    await using history = await History.open({ replay: { perChannel: 3 } });
    const { client, service } = history;
    const ids = heard(client);
    const first = await history.connected();
    const usual = service.respond;
    let live: Promise<void> | undefined;
    service.respond = (request) => {
      if (live === undefined || !request.path.includes('/channels/a/')) return usual(request);
      return (response) => {
        void live?.then(() => response.end(JSON.stringify((usual(request) as Reply).body)));
      };
    };
    const comesByItself = Promise.withResolvers<void>();
    live = comesByItself.promise;
    const second = await history.reconnect(first, () => {
      for (let index = 1; index <= 4; index += 1) history.say('a', `m${index}`);
    });
    for (let index = 1; index <= 5; index += 1) history.send(second, 'a', `a${index}`);
    await caughtUp(client, second);
    comesByItself.resolve();
    await client.replay.idle();
    expect(ids).toEqual(['*m2', '*m3', '*m4', 'a1', 'a2', 'a3', 'a4', 'a5']);
    expect(client.replay.stats).toMatchObject({ replayed: 3, incomplete: 1, held: 0 });
  });

  test('since it is too much in all is told of each channel', async () => {
    await using history = await History.open({ replay: { total: 5 } });
    const { client } = history;
    const ids = heard(client);
    const first = await history.connected();
    await history.reconnect(first, () => {
      for (let index = 0; index < 4; index += 1) {
        history.say('a', `a${index}`);
        history.say('b', `b${index}`);
      }
    });
    await client.replay.idle();
    expect(ids).toHaveLength(5);
    expect(client.replay.stats).toMatchObject({ replayed: 5, incomplete: 1 });
  });

  test('since there are too many channels is told of each; those in which something was said last come first', async () => {
    await using history = await History.open({ replay: { channels: 1 } });
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    history.send(first, 'b', 'b1');
    await caughtUp(client, first);
    await history.reconnect(first, () => {
      history.say('a', 'a1');
      history.say('b', 'b2');
    });
    await client.replay.idle();
    expect(ids).toEqual(['b1', '*b2']);
    expect(found).toMatchObject([{ channelId: 'a' }]);
  });

  test('since it is too old is told', async () => {
    await using history = await History.open({ replay: { maxAgeMs: 60_000 } });
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    const first = await history.connected();
    await history.clock.advance(120_000);
    await history.reconnect(first, () => {
      history.say('a', 'a1', { ageMs: 90_000 });
      history.say('a', 'a2', { ageMs: 30_000 });
    });
    await client.replay.idle();
    expect(ids).toEqual(['*a2']);
    expect(found).toMatchObject([{ channelId: 'a' }]);
  });

  test('within the time that live events may wait is told, and they wait no longer', async () => {
    await using history = await History.open({ replay: { maxHoldMs: 5_000 } });
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    history.instead.set('/channels/a/', () => undefined);
    const first = await history.connected();
    const second = await history.reconnect(first, () => history.say('a', 'a1'));
    history.send(second, 'a', 'a2');
    await caughtUp(client, second);
    expect(ids).toEqual([]);
    await history.clock.advance(5_000);
    await client.replay.idle();
    expect(ids).toEqual(['a2']);
    expect(found.map(({ channelId }) => channelId)).toContain('a');
  });

  test('since the client closes is told, and what waited is still handled', async () => {
    await using history = await History.open();
    const { client } = history;
    const ids = heard(client);
    const found = complaints(client);
    history.instead.set('/channels/a/', () => undefined);
    const first = await history.connected();
    const second = await history.reconnect(first, () => history.say('a', 'a1'));
    history.send(second, 'a', 'a2');
    await caughtUp(client, second);
    await client.close();
    expect(ids).toEqual(['a2']);
    expect(found.map(({ channelId }) => channelId)).toContain('a');
    expect(history.clock.pending).toBe(0);
  });

  test('since the client closes before the next connection is told of each team, and of private conversations', async () => {
    await using history = await History.open();
    const { client } = history;
    heard(client);
    const found = complaints(client);
    const first = await history.connected();
    const lost = reached(client, 'reconnecting');
    first.socket.terminate();
    await lost;
    await client.close();
    const ofAll = { channelId: undefined, problem: 'the client closed' };
    expect(found).toMatchObject([
      { ...ofAll, teamId: team.id },
      { ...ofAll, teamId: null },
    ]);
    expect(history.asked).toEqual([]);
    expect(client.replay.stats).toMatchObject({ gaps: 0, incomplete: 2, held: 0 });
  });

  test('is told of nothing that was read, when the client closes', async () => {
    await using history = await History.open();
    const { client } = history;
    heard(client);
    const found = complaints(client);
    await history.reconnect(await history.connected(), () => history.say('a', 'a1'));
    await client.replay.idle();
    await client.close();
    expect(found).toEqual([]);
  });

  test('is told of nothing before the first READY, however many connections failed until then', async () => {
    await using history = await History.open();
    const { client, service } = history;
    heard(client);
    const found = complaints(client);
    const { ready } = service;
    service.ready = null;
    const connecting = client.connect();
    const lost = reached(client, 'reconnecting');
    (await service.sockets.next()).socket.terminate();
    const { retryInMs = 0 } = await lost;
    service.ready = ready;
    await history.clock.advance(retryInMs);
    await connecting;
    await client.close();
    expect(found).toEqual([]);
  });

  test.each([{ maxAgeMs: 0 }, { perChannel: -1 }, { channels: Number.NaN }, { total: 0 }, { maxHoldMs: 2 ** 31 }])(
    'cannot be bounded by %j',
    async (replay) => {
      await expect(History.open({ replay })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    },
  );
});
