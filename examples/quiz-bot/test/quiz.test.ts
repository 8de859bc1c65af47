import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Person, testBot } from '@botwright/testing';
import { createBot, type Message } from 'botwright';
import { describe, expect, test } from 'vitest';
import { options } from '../src/bot.js';
import { type Question, questions } from '../src/questions.js';

function questionIn({ content }: Message): Question {
  const question = questions.find(({ text }) => content?.includes(text));
  if (question === undefined) throw new Error(`There is no question in: ${content}`);
  return question;
}

function rightAnswerTo(asked: Message): string {
  return questionIn(asked).answer;
}

function wrongAnswerTo(asked: Message): string {
  const { choices, answer } = questionIn(asked);
  return String(choices.find((choice) => choice !== answer));
}

function react(person: Person, { channelId, id }: Message, emoji: string): Promise<unknown> {
  return person.does('POST', `/channels/${channelId}/messages/${id}/reactions/${encodeURIComponent(emoji)}`);
}

/** A whole round of one question. */
async function play(person: Person, isRight: boolean, channel: 'general' | 'random' = 'general'): Promise<void> {
  const asked = await person.asks('!quiz 1', { in: channel });
  await person.says(isRight ? rightAnswerTo(asked) : wrongAnswerTo(asked), { in: channel });
  await person.hears(/of 1 were right/);
}

describe('a round', () => {
  test('is answered by text, by number and by reaction', async () => {
    await using it = await testBot(options);
    const { cy } = it.people;
    const first = await cy.asks('!quiz');
    expect(first.content).toMatch(/^Question 1 of 3: /);
    expect((await cy.asks(rightAnswerTo(first).toLowerCase())).content).toBe('Right!');
    const second = await cy.hears(/^Question 2 of 3: /);
    const place = questionIn(second).choices.indexOf(rightAnswerTo(second));
    await cy.says(String(place + 1));
    const third = await cy.hears(/^Question 3 of 3: /);
    await react(cy, third, ['1️⃣', '2️⃣', '3️⃣'].at(questionIn(third).choices.indexOf(rightAnswerTo(third))) ?? '');
    await cy.hears('3 of 3 were right. Your score is 3.');
  });

  test('asks each question once, and tells the answer to one that was wrong', async () => {
    await using it = await testBot(options);
    const { cy } = it.people;
    await cy.asks(`!quiz ${questions.length}`);
    const asked: Question[] = [];
    for (const number of questions.keys()) {
      const question = await cy.hears(new RegExp(`^Question ${number + 1} of`));
      expect((await cy.asks(wrongAnswerTo(question))).content).toBe(`No, it is ${rightAnswerTo(question)}.`);
      asked.push(questionIn(question));
    }
    await cy.hears(`0 of ${questions.length} were right. Your score is 0.`);
    expect(new Set(asked).size).toBe(questions.length);
  });

  test('lets nobody back to a question whose answer was told', async () => {
    await using it = await testBot(options);
    const { cy } = it.people;
    await cy.says(wrongAnswerTo(await cy.asks('!quiz')));
    await cy.hears(/^Question 2/);
    expect((await cy.asks('back')).content).toContain('no way back');
  });

  test('ends with the word cancel, and what was right until then counts', async () => {
    await using it = await testBot(options);
    const { cy } = it.people;
    await cy.says(rightAnswerTo(await cy.asks('!quiz')));
    await cy.hears(/^Question 2/);
    await cy.says('cancel');
    await cy.hears('Cancelled.');
    expect((await cy.asks('!scores')).content).toBe('1. cy: 1');
  });

  test('goes on after a restart in the middle', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'quiz-bot-'));
    const store = { url: `file:${path.join(directory, 'bot.sqlite')}` };
    try {
      await using it = await testBot({ ...options, store });
      const { cy } = it.people;
      await cy.says(rightAnswerTo(await cy.asks('!quiz 2')));
      const second = await cy.hears(/^Question 2 of 2/);
      await it.bot.stop();

      const { url: baseUrl, bot: account } = it.sandbox.description;
      await using successor = createBot({ ...options, log: it.bot.client.log });
      await successor.start({ store, credentials: { token: account.token, baseUrl } });
      expect((await cy.asks(rightAnswerTo(second))).content).toBe('Right!');
      await cy.hears('2 of 2 were right. Your score is 2.');
      expect((await cy.asks('!scores')).content).toBe('1. cy: 2');
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test('begins at most once in 30 seconds in a channel', async () => {
    await using it = await testBot({ ...options, clock: 'virtual' });
    const { cy, dee } = it.people;
    await cy.asks('!quiz');
    expect((await dee.asks('!quiz')).content).toContain('Not so fast');
    expect((await dee.asks('!quiz', { in: 'random' })).content).toMatch(/^Question 1/);
    await it.clock.advance(30_000);
    expect((await dee.asks('!quiz')).content).toMatch(/^Question 1/);
  });
});

describe('the scores', () => {
  test('name the best first', async () => {
    await using it = await testBot(options);
    const { cy, dee } = it.people;
    expect((await cy.asks('!scores')).content).toBe('Nobody has played yet: !quiz');
    await play(cy, false);
    await play(dee, true, 'random');
    expect((await cy.asks('!scores')).content).toBe('1. dee: 1\n2. cy: 0');
  });

  test('are forgotten when the owner of the team says so, and nobody else', async () => {
    await using it = await testBot(options);
    const { ada, bob, cy } = it.people;
    await play(cy, true);
    expect((await bob.asks('!quiz reset')).content).toContain('owner of the team');
    await ada.asks('!quiz reset');
    await ada.says('yes');
    await ada.hears('The scores are forgotten.');
    expect((await cy.asks('!scores')).content).toBe('Nobody has played yet: !quiz');
  });
});
