import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { ReplyUnreadable, RequestRejected, ServiceFailed } from '../../src/index.js';
import { readReply } from '../../src/rest/reply.js';
import type { TransportReply } from '../../src/rest/transport.js';
import { message, team } from '../support/shapes.js';

const { createChannelMessage, getChannelMessageById, getChannelMessages, listTeams, kickMember } = operations;

type Given = Partial<Omit<TransportReply, 'body'>> & { readonly body?: unknown };

/** Reads a reply; a body that is an object goes as JSON. */
function read(operation: (typeof operations)[keyof typeof operations], given: Given, mode: 'full' | 'light' = 'full') {
  const { body = '', ...rest } = given;
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const clean = (said: string) => said.replaceAll('secret', '…');
  return readReply(
    operation,
    { status: 200, headers: {}, ...rest, body: text },
    { mode, clean, params: () => ({ p: '1' }) },
  ) as Record<string, unknown>;
}

function refused(...given: Parameters<typeof read>): unknown {
  try {
    read(...given);
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}

describe('an error of the service', () => {
  test('is a refusal from 400 on, and a failure from 500 on', () => {
    const body = { message: 'no' };
    expect(refused(getChannelMessageById, { status: 400, body })).toBeInstanceOf(RequestRejected);
    expect(refused(getChannelMessageById, { status: 499, body })).toMatchObject({
      status: 499,
      serviceMessage: 'no',
      params: { p: '1' },
    });
    expect(refused(getChannelMessageById, { status: 500, body })).toBeInstanceOf(ServiceFailed);
  });

  test('leaves open what became of a change, and of nothing else', () => {
    expect(refused(createChannelMessage, { status: 500 })).toMatchObject({ outcome: 'unknown' });
    expect(refused(createChannelMessage, { status: 501 })).toMatchObject({ outcome: 'refused' });
    expect(refused(getChannelMessageById, { status: 500 })).toMatchObject({ outcome: 'refused' });
  });

  test.for([
    ['{"message":"not for you"}', 'not for you'],
    ['{"message":7}', undefined],
    ['{"error":"x"}', undefined],
    ['null', 'null'],
    ['"tea"', '"tea"'],
    ['down for tea', 'down for tea'],
    ['  down for tea\n', 'down for tea'],
    ['<h1>no</h1>', undefined],
    [' <h1>no</h1>', undefined],
    ['', undefined],
    ['  ', undefined],
  ] as const)('of %j says %s', ([body, said]) => {
    expect(refused(kickMember, { status: 403, body })).toMatchObject({ serviceMessage: said });
  });

  test('keeps a kilobyte of the body, without what is secret', () => {
    const body = `secret${'x'.repeat(2_000)}`;
    const kept = `…${'x'.repeat(1_018)}`;
    expect(refused(kickMember, { status: 403, body })).toMatchObject({ body: kept, serviceMessage: kept });
  });
});

describe('a success', () => {
  test.for([
    [{ status: 199, body: {} }, 'the status is neither a success nor an error'],
    [{ status: 300, body: {} }, 'the status is neither a success nor an error'],
    [{ body: {}, truncated: true }, 'the body is too long'],
    [{ body: '{' }, 'the body is not JSON'],
  ] as const)('of %j cannot be read', ([given, problem]) => {
    const error = refused(kickMember, given);
    expect(error).toBeInstanceOf(ReplyUnreadable);
    expect(error).toMatchObject({ problem, body: given.body === '{' ? '{' : '{}' });
  });

  test('that lacks what is promised says what that is', () => {
    expect(refused(getChannelMessageById, { body: {} })).toMatchObject({
      problem: expect.stringContaining('message'),
    });
    expect(refused(getChannelMessageById, { body: { message: { ...message(), content: 7 } } })).toMatchObject({
      problem: expect.stringContaining('content'),
    });
  });

  test('of 200 to 299 is read, with a byte order mark or as bytes too', () => {
    for (const status of [200, 299]) expect(read(kickMember, { status, body: {} })).toEqual({});
    const text = `\ufeff${JSON.stringify({ message: message() })}`;
    expect(read(getChannelMessageById, { body: text })).toMatchObject({ message: { content: 'hello' } });
    expect(read(getChannelMessageById, { body: Buffer.from(text) })).toMatchObject({ message: { content: 'hello' } });
  });

  test('that promises nothing may be empty', () => {
    for (const body of ['', '  \n']) expect(read(kickMember, { body })).toEqual({});
  });

  test('may be the bare list where one list is promised, and not where more is', () => {
    expect(read(listTeams, { body: [team] })).toMatchObject({ teams: [{ id: team.id }] });
    expect(refused(getChannelMessages, { body: [message()] })).toBeInstanceOf(ReplyUnreadable);
  });
});

describe('a success that is checked less', () => {
  const unlike = { ...message(), embeds: 'none' };

  test('is taken as it is where messages are whole in what code relies on', () => {
    const body = { message: unlike };
    expect(refused(getChannelMessageById, { body })).toBeInstanceOf(ReplyUnreadable);
    expect(read(getChannelMessageById, { body }, 'light')).toMatchObject({ message: { content: 'hello' } });
    const list = { messages: [message(), message()], replyMessages: [message()] };
    expect(read(getChannelMessages, { body: list }, 'light')).toEqual(read(getChannelMessages, { body: list }));
  });

  test('is checked wholly where one message is not, and where the answer holds none', () => {
    const broken = { ...message(), content: 7 };
    expect(refused(getChannelMessageById, { body: { message: broken } }, 'light')).toBeInstanceOf(ReplyUnreadable);
    expect(
      refused(getChannelMessages, { body: { messages: [message(), broken], replyMessages: [] } }, 'light'),
    ).toBeInstanceOf(ReplyUnreadable);
    for (const body of ['null', '7']) {
      expect(refused(getChannelMessageById, { body }, 'light')).toBeInstanceOf(ReplyUnreadable);
    }
    expect(refused(listTeams, { body: { teams: 7 } }, 'light')).toBeInstanceOf(ReplyUnreadable);
  });
});
