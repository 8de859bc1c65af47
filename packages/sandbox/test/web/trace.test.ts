import type { Message } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../../web/src/ledger.js';
import { questionOf, questionsIn, type Trace, traceOf } from '../../web/src/trace.js';
import { message, user } from './people.js';

const robot = { createdBy: user('bot', { bot: true }) };
const asked = message('q1', 'ada');
const answered = message('a1', 'bot', { ...robot, replyTo: 'q1' });

let seq = 0;
function step(kind: string, by: string, more: object): LedgerEntry {
  seq += 1;
  return { seq, at: seq * 10, kind, by, ...more };
}

function request(by: string, operation: string): LedgerEntry {
  return step('request', by, { operation });
}

function stored(by: string, said: Message): LedgerEntry {
  return step('answer', by, { operation: 'createChannelMessage', status: 200, body: { success: true, message: said } });
}

function told(to: string, said: Message): LedgerEntry {
  return step('frame-out', to, { event: 'MESSAGE_SEND', body: { t: 'MESSAGE_SEND', d: { message: said } } });
}

/** As the sandbox writes it: frames go out before the answer does. */
function conversation(): LedgerEntry[] {
  seq = 0;
  return [
    request('ada', 'createChannelMessage'), // 1
    told('ada', asked), // 2
    told('bot', asked), // 3
    request('cy', 'getTeam'), // 4
    stored('ada', asked), // 5
    request('bot', 'getMember'), // 6
    step('answer', 'bot', { operation: 'getMember', status: 200 }), // 7
    request('bot', 'createChannelMessage'), // 8
    told('ada', answered), // 9
    told('bot', answered), // 10
    stored('bot', answered), // 11
    request('bot', 'getTeam'), // 12
  ];
}

function stepsOf(trace: Trace | undefined): Record<string, number[]> {
  return Object.fromEntries(trace?.parts.map(({ title, steps }) => [title, steps.map((each) => each.seq)]) ?? []);
}

describe('the trace of a message', () => {
  test('leads from its request through what the bot was told and asked for to the answer', () => {
    const trace = traceOf(conversation(), 'q1', 'bot');
    expect(stepsOf(trace)).toEqual({
      Sent: [1, 5],
      'Told to the bot': [3],
      'Asked by the bot': [6, 7, 8, 11],
      Answer: [9],
    });
    expect(trace).toMatchObject({ began: 10, answeredAfterMs: 80 });
  });

  test('without an answer ends where the next message reaches the bot', () => {
    const entries = conversation().slice(0, 8);
    const next = [told('bot', message('q2', 'cy')), request('bot', 'getTeam')];
    const trace = traceOf([...entries, ...next], 'q1', 'bot');
    expect(stepsOf(trace)['Asked by the bot']).toEqual([6, 7, 8]);
    expect(trace?.answeredAfterMs).toBeUndefined();
  });

  test('without an answer does not count what the bot asks for when it explains a text', () => {
    const entries = conversation().slice(0, 7);
    const explaining = [step('explain', '', {}), request('bot', 'getUserById'), told('bot', message('q2', 'cy'))];
    expect(stepsOf(traceOf([...entries, ...explaining], 'q1', 'bot'))['Asked by the bot']).toEqual([6, 7]);
  });

  test('that the ledger does not hold is none', () => {
    expect(traceOf(conversation(), 'q9', 'bot')).toBeUndefined();
  });
});

test('what people said can be traced, newest first, and an answer leads to its question', () => {
  const entries = [...conversation(), told('bot', message('q2', 'cy'))];
  expect(questionsIn(entries, 'bot').map(({ id }) => id)).toEqual(['q2', 'q1']);
  expect([asked, answered, message('a2', 'bot', robot)].map(questionOf)).toEqual(['q1', 'q1', 'a2']);
});
