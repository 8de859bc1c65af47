import { readFileSync } from 'node:fs';
import { eventKinds } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';

// READY is no event of a channel but the beginning of a connection; payloads.test.ts looks at it.
const file = new URL('../../../protocol/test/facts/event-examples.json', import.meta.url);
const { READY: _ready, ...examples } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, object>>;

type Path = readonly (string | number)[];

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The ways to all members of a value, at every depth. */
function pathsIn(value: unknown, way: Path = []): Path[] {
  if (!isContainer(value)) return [];
  return Object.keys(value).flatMap((key) => [[...way, key], ...pathsIn(value[key], [...way, key])]);
}

const nested = JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown;

/** What becomes of a member; the parent is changed. */
const mutations: Readonly<Record<string, (parent: Record<string | number, unknown>, key: string | number) => void>> = {
  missing: (parent, key) => delete parent[key],
  null: (parent, key) => {
    parent[key] = null;
  },
  'of the wrong type': (parent, key) => {
    parent[key] = typeof parent[key] === 'string' ? 7 : 'text';
  },
  'beside an extra one': (parent, key) => {
    parent[`${key}2`] = parent[key];
  },
  empty: (parent, key) => {
    parent[key] = Array.isArray(parent[key]) ? [] : isContainer(parent[key]) ? {} : '';
  },
  huge: (parent, key) => {
    parent[key] = typeof parent[key] === 'number' ? 1e300 : 'x'.repeat(2_000);
  },
  negative: (parent, key) => {
    parent[key] = -1;
  },
  nested: (parent, key) => {
    parent[key] = nested;
  },
};

function mutated(payload: object, path: Path, mutate: (typeof mutations)[string]): object {
  const copy = structuredClone(payload) as Record<string | number, unknown>;
  const last = path.at(-1) as string;
  const parent = path.slice(0, -1).reduce<Record<string | number, unknown>>((at, key) => {
    return at[key] as Record<string | number, unknown>;
  }, copy);
  mutate(parent, last);
  return copy;
}

/** A frame for each kind, each member at every depth, and each mutation. */
function allFrames(): string[] {
  return Object.entries(examples).flatMap(([t, example]) =>
    pathsIn(example).flatMap((path) =>
      Object.values(mutations).map((mutate) => JSON.stringify({ t, d: mutated(example, path, mutate) })),
    ),
  );
}

const total = 1_000_000;
const heartbeatIntervalMs = 1_000;

test.each(['full', 'light'] as const)(
  '#59 1,000,000 events with a member gone wrong are each delivered or counted, and heartbeats go out (%s)',
  async (validate) => {
    await using service = await Service.start();
    service.ready = { user: { id: 'b', username: 'bot', bot: true }, teams: [], heartbeatIntervalMs };
    await using client = clientOf(service, { validate });
    const socket = await connected(service, client);
    const beats: number[] = [];
    socket.socket.on('message', () => beats.push(performance.now()));
    let delivered = 0;
    let raw = 0;
    const deliver = () => {
      delivered += 1;
    };
    for (const { kind } of eventKinds) client.events.on(kind, deliver);
    client.events.onUnknown(() => {
      raw += 1;
    });
    const frames = allFrames();
    let sent = 0;
    while (sent < total) {
      for (let index = 0; index < 1_000 && sent < total; index += 1, sent += 1) {
        socket.socket.send(frames[sent % frames.length] ?? '');
      }
      await caughtUp(client, socket);
      // What only marks the end of a batch is no part of the count.
      delivered -= 1;
    }
    const { eventsUnreadable } = client.gateway.stats;
    expect(delivered + raw + client.replay.stats.duplicates).toBe(total);
    expect(raw).toBe(eventsUnreadable);
    expect(delivered).toBeGreaterThan(0);
    expect(raw).toBeGreaterThan(0);
    expect(client.events.stats).toMatchObject({ failures: 0, dropped: 0 });
    expect(client.gateway.state).toBe('ready');
    const gaps = beats.slice(1).map((at, index) => at - (beats[index] as number));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(heartbeatIntervalMs * 1.5);
  },
);
