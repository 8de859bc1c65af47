import { operations, type TodoItem } from '@botwright/protocol';
import { expect, test } from 'vitest';
import * as core from '../src/index.js';

type Constructor = abstract new (...args: never) => unknown;
type ConcreteErrors = {
  [Name in keyof typeof core as (typeof core)[Name] extends Constructor
    ? InstanceType<(typeof core)[Name]> extends core.BotwrightError
      ? Name extends 'BotwrightError' | 'RequestError'
        ? never
        : Name
      : never
    : never]: core.BotwrightError;
};

const operation = operations.getLoggedInUser;
const todo: TodoItem = {
  id: 'd1',
  channelId: 'c',
  type: 'text',
  content: 'tea',
  createdBy: 'u',
  editedBy: null,
  editedAt: null,
  completed: true,
  completedBy: null,
  completedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** One of each: an error without a sample does not compile. */
const samples: ConcreteErrors = {
  TokenInvalid: new core.TokenInvalid('is blank'),
  OptionInvalid: new core.OptionInvalid('baseUrl', 'x', 'a URL'),
  NotConnected: new core.NotConnected('The own user is not known'),
  ConnectionRefused: new core.ConnectionRefused({ closeCode: 4000 }),
  ConnectionLost: new core.ConnectionLost('it was closed with 1006', { closeCode: 1006 }),
  ReadyTimeout: new core.ReadyTimeout(15_000),
  SessionsRejected: new core.SessionsRejected(500, new core.ConnectionLost('it was closed with 1000')),
  FramesBacklogged: new core.FramesBacklogged('PRESENCE_UPDATE', 1_000),
  TokenShared: new core.TokenShared('c', 'm'),
  EventUnreadable: new core.EventUnreadable('READY', 'user: is missing'),
  ListenerFailed: new core.ListenerFailed('READY', new Error('x')),
  ListenerTimedOut: new core.ListenerTimedOut('MESSAGE_SEND', 'Archive.onMessage', 30_000),
  ReplayIncomplete: new core.ReplayIncomplete({ channelId: 'c', teamId: 't', from: 'f', to: 't' }, 'it is too much'),
  TransportFailed: new core.TransportFailed('no', new Error('x')),
  RequestRejected: new core.RequestRejected(operation, 404, 'no', ''),
  ServiceFailed: new core.ServiceFailed(operation, 500, undefined, ''),
  RateLimited: new core.RateLimited(operation, 61_000, 60_000),
  QueueFull: new core.QueueFull(operation, 10_000),
  CircuitOpen: new core.CircuitOpen(operation, 5_000),
  OutcomeUnknown: new core.OutcomeUnknown(operation, { nonce: 'n', channelId: 'c' }, { cause: new Error('x') }),
  RequestTimedOut: new core.RequestTimedOut(operation, 30_000),
  RequestFailed: new core.RequestFailed(operation, 'unknown', { cause: new Error('x') }),
  ReplyUnreadable: new core.ReplyUnreadable(operation, 200, 'not JSON', ''),
  BodyInvalid: new core.BodyInvalid(operation, 'body', 'content: is too long'),
  FileUnreadable: new core.FileUnreadable(operation, 'tea.png', 'it is not a regular file'),
  TodoUnsettled: new core.TodoUnsettled(operation, todo, false),
  PathParameterInvalid: new core.PathParameterInvalid(operation, 'teamId', '', 'is empty'),
};

test.each(Object.entries(samples))('%s carries its name, and a message that is a sentence', (name, error) => {
  expect(error).toBeInstanceOf(core.BotwrightError);
  expect(error.name).toBe(name);
  expect(String(error)).toMatch(new RegExp(`^${name}: \\S.*`));
});
