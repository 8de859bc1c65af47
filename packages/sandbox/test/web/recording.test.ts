import { describe, expect, test } from 'vitest';
import { conversationOf, fileNameOf, type RecordedStep, type Recording, savedTest } from '../../web/src/recording.js';

function say(by: string, content: string): RecordedStep {
  const params = { channelId: '7' };
  return { kind: 'act', afterMs: 0, by, operation: 'createChannelMessage', params, body: { content } };
}

function recordingOf(...steps: RecordedStep[]): Recording {
  return { startedAt: '2026-01-01T00:00:00.000Z', names: { channels: { '7': 'general' } }, steps };
}

describe('a saved test', () => {
  test('is named by what it shows, beside what it plays', () => {
    const recording = recordingOf(say('cy', '!ping'));
    const [code, played] = savedTest(recording, 'Ping: answers “Pong!”', '../src/bot.ts');
    expect(code?.name).toBe('ping-answers-pong.test.ts');
    expect(played?.name).toBe('ping-answers-pong.recording.json');
    expect(JSON.parse(played?.content ?? '')).toEqual(recording);
    expect(code?.content).toContain("new URL('ping-answers-pong.recording.json', import.meta.url)");
    expect(code?.content).toContain("import bot from '../src/bot.js';");
  });

  test('stays code, whatever stands in its title, in the path of the bot or in what was said', () => {
    const hostile = "it's\n'); process.exit(); ('\u2028*/ \\";
    const [code] = savedTest(recordingOf(say('cy', hostile)), hostile, `bot's\n.ts`);
    const lines = code?.content.split(/[\n\r\u2028\u2029]/) ?? [];
    expect(lines.filter((line) => line.includes('process.exit'))).toEqual([
      "// cy in #general: it's '); process.exit(); (' */ \\",
      "test('it\\'s \\'); process.exit(); (\\' */ \\\\', async () => {",
    ]);
    expect(lines).toContain("import bot from './bot\\'s .js';");
  });
});

test('a recording reads as who said what where, and what else was done', () => {
  const kick = { kind: 'act', afterMs: 0, by: null, operation: 'control:person', body: { username: 'eve' } } as const;
  expect(conversationOf(recordingOf(say('cy', 'one\n\ntwo'), kick))).toEqual([
    'cy in #general: one two',
    'somebody: control:person',
  ]);
});

test.each([
  ['', 'recording'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Grüße an alle!', 'grüße-an-alle'],
])('a title of %j becomes the file name %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
