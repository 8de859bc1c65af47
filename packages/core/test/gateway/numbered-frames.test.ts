import { describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, createLog, type Logger } from '../../src/index.js';
import { complaints, History } from '../replay/history.js';
import { reached } from '../support/client.js';
import type { ServiceSocket } from '../support/service.js';
import { message, readyPayload, team } from '../support/shapes.js';

const [info, warn] = [30, 40];
const noFaults = { gap: 0, regression: 0, missing: 0, strange: 0 };
/** So long nothing is read again. */
const restMs = 5_000;

type Said = ReturnType<History['say']>;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [fact: string]: unknown;
}

function recordedLog(): { log: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  return { log, lines };
}

/** A frame with whatever number; without the member when that is undefined. */
function send({ socket }: ServiceSocket, t: string, d: unknown, s: unknown): void {
  socket.send(JSON.stringify({ t, d, s }));
}

/** A service that numbers its frames, and a client of it. */
class Numbered implements AsyncDisposable {
  readonly heard: string[] = [];
  #frames = 0;

  private constructor(
    readonly history: History,
    /** The service's end of the present connection. */
    public wire: ServiceSocket,
  ) {}

  static async open(options: Partial<ClientOptions> = {}, first: unknown = 1): Promise<Numbered> {
    const history = await History.open(options);
    history.service.ready = null;
    const ready = history.client.connect();
    const socket = await history.service.sockets.next();
    send(socket, 'READY', readyPayload({ heartbeatIntervalMs: 600_000 }), first);
    await ready;
    return new Numbered(history, socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.history[Symbol.asyncDispose]();
  }

  get client(): Client {
    return this.history.client;
  }

  /** Begins to listen; ids have an asterisk in front when they were missed. */
  listen(): this {
    this.client.events.on('MESSAGE_SEND', ({ message: { id }, replayed }) =>
      this.heard.push(`${replayed ? '*' : ''}${id}`),
    );
    return this;
  }

  /** Somebody says something that the connection leaves out. */
  omit(...ids: string[]): void {
    for (const id of ids) this.history.say('a', id);
  }

  /** Somebody says something that comes by itself. */
  say(id: string, number: unknown, channelId = 'a'): Said {
    const said = this.history.say(channelId, id);
    this.tell(said, number);
    return said;
  }

  tell(said: Said, number: unknown): void {
    const { channelId, teamId } = said;
    this.send('MESSAGE_SEND', { message: message({ ...said }), channelId, teamId }, number);
  }

  send(t: string, d: unknown, number: unknown): void {
    this.#frames += 1;
    send(this.wire, t, d, number);
  }

  /** Resolves once the client has read what was sent. */
  async arrived(): Promise<void> {
    const { stats } = this.client.gateway;
    const options = { interval: 2, timeout: 10_000 };
    await expect.poll(() => stats.framesReceived - stats.readies, options).toBe(this.#frames);
  }

  /** Resolves once the client has read what was sent, and nothing is to be read over HTTP any more. */
  async settled(): Promise<void> {
    await this.arrived();
    await this.client.replay.idle();
  }

  /** Lets the rest after a reading pass, and whatever is read then. */
  async rested(): Promise<void> {
    await this.arrived();
    await this.history.clock.advance(restMs);
    await this.client.replay.idle();
  }

  /** Lets time pass, slowly enough for calls to be answered, until nothing is to be read any more. */
  async caughtUp(): Promise<void> {
    await this.arrived();
    let isIdle = false;
    void this.client.replay.idle().then(() => {
      isIdle = true;
    });
    const passing = async () => {
      if (!isIdle) await this.history.clock.advance(250);
      return isIdle;
    };
    await expect.poll(passing, { interval: 10, timeout: 4_000 }).toBe(true);
  }

  async reconnect(first: unknown): Promise<void> {
    const lost = reached(this.client, 'reconnecting');
    const ready = reached(this.client, 'ready');
    this.wire.socket.terminate();
    const { retryInMs = 0 } = await lost;
    await this.history.clock.advance(retryInMs);
    this.wire = await this.history.service.sockets.next();
    send(this.wire, 'READY', readyPayload({ heartbeatIntervalMs: 600_000 }), first);
    await ready;
  }
}

test('#22 where frames are numbered, gaps, regressions, missing and text numbers end nothing: one warning of each kind, and what was left out is read, comes in order and marked, and nothing twice', async ({
  annotate,
}) => {
  const { log, lines } = recordedLog();
  await using numbered = await Numbered.open({ log });
  const { client, heard } = numbered.listen();
  const begun = numbered.say('begun', 2);
  const wanted = ['begun'];
  const odd: [string, unknown][] = [
    ['gap', 4],
    ['regression', 3],
    ['missing', undefined],
    ['text', '5'],
    ['gap', 9],
    ['regression', 9],
    ['missing', null],
    ['text', 'x'],
  ];
  for (const [index, [kind, number]] of odd.entries()) {
    const id = `${kind} ${index}`;
    await numbered.settled();
    numbered.omit(`${id}, left out`, `${id}, left out too`);
    numbered.say(id, number);
    wanted.push(`*${id}, left out`, `*${id}, left out too`, id);
    await numbered.settled();
    expect(heard).toEqual(wanted);
    await numbered.rested();
  }
  // All that came, and what was left out, comes again.
  numbered.tell(begun, 1);
  await numbered.settled();
  expect(heard).toEqual(wanted);
  expect(new Set(heard).size).toBe(heard.length);
  expect(client.gateway.stats).toMatchObject({
    attempts: 1,
    eventsUnreadable: 0,
    framesMisnumbered: { gap: 2, regression: 3, missing: 2, strange: 2 },
  });
  expect(client.gateway.state).toBe('ready');
  expect(client.replay.stats).toMatchObject({
    gaps: odd.length + 1,
    replayed: 16,
    duplicates: 1,
    incomplete: 0,
    held: 0,
  });
  const warnings = lines.filter(({ level }) => level >= warn);
  expect(warnings.map(({ fault }) => fault)).toEqual(['gap', 'regression', 'missing', 'strange']);
  expect(warnings[0]).toMatchObject({ level: warn, expected: 3, found: 4 });
  await annotate(
    `0 crashes, ${warnings.length} warnings for 9 odd numbers of 4 kinds, ${client.replay.stats.gaps} readings, 16 of 16 left out were brought in order, 0 twice`,
    'reached',
  );
});

describe('what is left out', () => {
  test('soon after a reading is read once it has rested, and what comes meanwhile waits for it', async () => {
    await using numbered = await Numbered.open();
    const { client, heard, history } = numbered.listen();
    numbered.omit('m1');
    numbered.say('m2', 3);
    await numbered.settled();
    expect(heard).toEqual(['*m1', 'm2']);
    numbered.omit('m3');
    numbered.say('m4', 5);
    numbered.omit('m5');
    numbered.say('m6', 7);
    numbered.say('m7', 8);
    await numbered.arrived();
    await history.clock.advance(restMs - 1);
    expect(heard).toEqual(['*m1', 'm2']);
    expect(client.replay.stats).toMatchObject({ gaps: 1, held: 3 });
    await history.clock.advance(1);
    await client.replay.idle();
    expect(heard).toEqual(['*m1', 'm2', '*m3', 'm4', '*m5', 'm6', 'm7']);
    expect(client.replay.stats).toMatchObject({ gaps: 2, held: 0, duplicates: 0 });
  });

  test('in the rest after a reading is told, when the client closes before it is over', async () => {
    await using numbered = await Numbered.open();
    const { client, heard, history } = numbered.listen();
    const found = complaints(client);
    numbered.omit('m1');
    numbered.say('m2', 3);
    await numbered.settled();
    numbered.omit('m3');
    numbered.say('m4', 5);
    await numbered.arrived();
    await client.close();
    expect(heard).toEqual(['*m1', 'm2', 'm4']);
    expect(found.map(({ teamId }) => teamId)).toEqual([team.id, null]);
    expect(history.clock.pending).toBe(0);
  });

  test('while something is read is read afterwards; what came before that waits no longer', async () => {
    await using numbered = await Numbered.open({ replay: { maxHoldMs: 10_000 } });
    const { client, heard, history } = numbered.listen();
    const deleted: string[] = [];
    client.events.on('MESSAGE_DELETED', ({ messageId }) => deleted.push(messageId));
    const asked = Promise.withResolvers<void>();
    history.instead.set('/channels/a/', () => asked.resolve());
    numbered.say('m1', 3);
    numbered.send('MESSAGE_DELETED', { messageId: 'first', channelId: 'a', teamId: team.id }, 4);
    await asked.promise;
    numbered.omit('m2');
    numbered.say('m3', 6);
    numbered.send('MESSAGE_DELETED', { messageId: 'second', channelId: 'a', teamId: team.id }, 7);
    await numbered.arrived();
    expect(client.replay.stats).toMatchObject({ gaps: 1, held: 4 });
    history.instead.clear();
    // The reading that hangs is given up; the one after it finds everything.
    await history.clock.advance(10_000);
    expect({ heard, deleted }).toEqual({ heard: ['m1'], deleted: ['first'] });
    await numbered.rested();
    expect({ heard, deleted }).toEqual({ heard: ['m1', '*m2', 'm3'], deleted: ['first', 'second'] });
    expect(client.replay.stats).toMatchObject({ gaps: 2, held: 0 });
  });

  test.each([
    ['in the rest after a reading', false],
    ['while something is read', true],
  ])('is read on the next connection when this one is lost %s', async (_, whileReading) => {
    await using numbered = await Numbered.open();
    const { client, heard, history } = numbered.listen();
    client.events.on('MESSAGE_DELETED', ({ messageId }) => heard.push(`no ${messageId}`));
    numbered.say('m1', 2);
    if (whileReading) history.instead.set('/channels/', () => undefined);
    numbered.say('m2', 4);
    if (whileReading) await numbered.arrived();
    else await numbered.settled();
    numbered.omit('m3');
    numbered.say('m4', 6);
    numbered.send('MESSAGE_DELETED', { messageId: 'm4', channelId: 'a', teamId: team.id }, 7);
    await numbered.arrived();
    expect(heard).toEqual(whileReading ? ['m1'] : ['m1', 'm2']);
    history.instead.clear();
    await numbered.reconnect(1);
    numbered.say('m5', 2);
    await numbered.settled();
    const ids = heard.map((id) => id.replace('*', ''));
    expect(ids.filter((id) => id !== 'no m4')).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
    expect(ids.indexOf('no m4')).toBeGreaterThan(ids.indexOf('m4'));
    expect(client.replay.stats).toMatchObject({ gaps: 2, held: 0 });
    await history.clock.advance(60_000);
    expect(client.replay.stats.gaps).toBe(2);
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, gap: 2 });
  });

  test('is read also when a frame shows it that nobody listens to', async () => {
    await using numbered = await Numbered.open();
    const { client, heard } = numbered.listen();
    numbered.omit('m1');
    numbered.send('NOBODY_LISTENS', {}, 3);
    await numbered.settled();
    expect(heard).toEqual(['*m1']);
    expect(client.gateway.stats.eventsUnheard).toBe(1);
  });

  test.each([
    ['is switched off', { replay: false, listens: true }],
    ['is of no use to anybody', { replay: undefined, listens: false }],
  ] as const)('is counted alone where reading %s, and nothing waits', async (_, { replay, listens }) => {
    await using numbered = await Numbered.open(replay === false ? { replay } : {});
    const { client, heard, history } = numbered;
    if (listens) numbered.listen();
    numbered.say('m1', 9);
    await numbered.arrived();
    expect(client.gateway.stats.framesMisnumbered.gap).toBe(1);
    expect({ heard, asked: history.asked }).toEqual({ heard: listens ? ['m1'] : [], asked: [] });
    expect(client.replay.stats).toMatchObject({ gaps: 0, held: 0 });
  });
});

describe('hostile numbers', () => {
  const hostile = [5, 3, 3, -1, 1.5, '7', 'x', null, {}, [], true, Number.MAX_SAFE_INTEGER, undefined, 1e308];

  test('are looked at ten times at most; a flood of 5,000 brings two readings of what was missed, and then no call any more', async () => {
    const { log, lines } = recordedLog();
    await using numbered = await Numbered.open({ log });
    const { client, heard, history } = numbered.listen();
    const sent: string[] = [];
    const calls: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      for (let frame = 0; frame < 500; frame += 1) {
        const id = `${minute}.${frame}`;
        numbered.say(id, hostile[frame % hostile.length]);
        sent.push(id);
      }
      await numbered.caughtUp();
      await history.clock.advance(60_000);
      calls.push(history.service.requests.length);
    }
    expect(heard.map((id) => id.replace('*', ''))).toEqual(sent);
    expect(client.replay.stats).toMatchObject({ gaps: 2, incomplete: 0, held: 0 });
    // Two lists, a page of the quiet channel and at most eleven of the other, twice.
    expect(calls[0]).toBeLessThanOrEqual(2 * (2 + 1 + 11));
    expect(calls.at(-1)).toBe(calls[0]);
    const counts = Object.values(client.gateway.stats.framesMisnumbered);
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(lines.filter(({ level }) => level >= warn)).toHaveLength(4);
    expect(lines.filter(({ level, msg }) => level === info && msg.includes('not looked at'))).toHaveLength(1);
  });

  test('amid enough good ones bring one reading in five seconds, and everything else goes on', async () => {
    await using numbered = await Numbered.open();
    const { client, heard, history } = numbered.listen();
    const deleted: string[] = [];
    client.events.on('MESSAGE_DELETED', ({ messageId }) => deleted.push(messageId));
    let number = 1;
    for (let second = 0; second < 60; second += 1) {
      numbered.omit(`m${second}, left out`);
      number += 2;
      numbered.say(`m${second}`, number);
      for (let good = 0; good < 10; good += 1) {
        number += 1;
        const payload = { messageId: `${second}.${good}`, channelId: 'a', teamId: team.id };
        numbered.send('MESSAGE_DELETED', payload, number);
      }
      await numbered.arrived();
      await history.clock.advance(1_000);
    }
    await numbered.caughtUp();
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, gap: 60 });
    const { gaps } = client.replay.stats;
    expect(gaps).toBeLessThanOrEqual(1 + 60 / 5 + 1);
    expect(history.service.requests.filter(({ path }) => path.endsWith('/channels'))).toHaveLength(gaps);
    expect(deleted).toHaveLength(600);
    expect(heard.map((id) => id.replace('*', ''))).toEqual(
      Array.from({ length: 60 }, (_, second) => [`m${second}, left out`, `m${second}`]).flat(),
    );
  });

  test('of READY make no numbered connection', async () => {
    for (const first of ['1', null, 1.5, {}, [1], true, 2 ** 53]) {
      await using numbered = await Numbered.open({}, first);
      const { client, heard } = numbered.listen();
      for (const [index, number] of hostile.entries()) numbered.say(`m${index}`, number);
      await numbered.settled();
      expect(heard).toHaveLength(hostile.length);
      expect(client.gateway.stats.framesMisnumbered).toEqual(noFaults);
    }
  });
});

describe('numbers', () => {
  test('begin anew with each connection, and are looked at again there', async () => {
    await using numbered = await Numbered.open({ replay: false });
    const { client } = numbered.listen();
    for (let index = 0; index < 20; index += 1) numbered.say(`m${index}`, 'hostile');
    await numbered.arrived();
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, strange: 10 });
    // READY that comes again is no new connection.
    send(numbered.wire, 'READY', readyPayload({ heartbeatIntervalMs: 600_000 }), 50);
    numbered.say('still hostile', 'hostile');
    await numbered.arrived();
    expect(client.gateway.stats).toMatchObject({ readies: 2, framesMisnumbered: { strange: 10 } });
    await numbered.reconnect(70);
    numbered.say('next', 71);
    numbered.say('strange', '72');
    await numbered.arrived();
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, strange: 11 });
  });

  test('may be missing in frames of the connection itself, and count where they have one', async () => {
    await using numbered = await Numbered.open({ replay: false });
    const { client } = numbered;
    const ready = readyPayload({ heartbeatIntervalMs: 600_000 });
    for (const kind of ['HEARTBEAT_ACK', 'HEARTBEAT']) {
      numbered.send(kind, {}, undefined);
      numbered.send(kind, {}, null);
    }
    numbered.send('HEARTBEAT_ACK', {}, 2);
    numbered.send('HEARTBEAT', {}, 3);
    numbered.say('m1', 4);
    await numbered.arrived();
    expect(client.gateway.stats.framesMisnumbered).toEqual(noFaults);
    numbered.send('HEARTBEAT_ACK', {}, 9);
    await numbered.arrived();
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, gap: 1 });
    numbered.send('READY', ready, undefined);
    await expect.poll(() => client.gateway.stats.readies).toBe(2);
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, gap: 1 });
  });

  test('are found wherever they stand in a frame, and missed in one that is no JSON', async () => {
    await using numbered = await Numbered.open({ replay: false });
    const { client } = numbered;
    const { socket } = numbered.wire;
    socket.send('{"s":2,"t":"MESSAGE_DELETED","d":{}}');
    socket.send('{"t":"MESSAGE_DELETED","s":3,"d":{}}');
    socket.send('{"t":"MESSAGE_DELETED","d":{},"s":4}');
    socket.send('{"t":"MESSAGE_DELETED","d":{"s":5}}');
    socket.send('{"t":"MESSAGE_DELETED",');
    await expect.poll(() => client.gateway.stats.framesReceived).toBe(6);
    expect(client.gateway.stats.framesMisnumbered).toEqual({ ...noFaults, missing: 2 });
  });
});
