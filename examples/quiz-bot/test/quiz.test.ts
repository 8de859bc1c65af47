import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import { BeginQuiz } from '../src/commands/begin.js';
import { Score } from '../src/commands/score.js';
import { Applause } from '../src/listeners/applause.js';
import { Quiz } from '../src/quiz.js';
import { Scores } from '../src/scores.js';

const options = {
  commands: [BeginQuiz, Score],
  conversations: [Quiz],
  listeners: [Applause],
  services: [Scores],
};

test('a quiz is answered by reaction, number or text, and counts what was right', async () => {
  await using it = await testBot(options);
  const { cy } = it.people;
  const first = await cy.asks('!quiz');
  const place = `/channels/${first.channelId}/messages/${first.id}`;
  await cy.does('POST', `${place}/reactions/${encodeURIComponent('2️⃣')}`);
  await cy.hears(/spider/);
  expect((await cy.asks('1')).content).toContain('first program');
  await cy.says('ada lovelace');
  await cy.hears('2 of 3 were right. Your score is 2.');
  expect((await cy.asks('!score')).content).toBe('Your score is 2.');
});

test('nobody begins it three times in a minute', async () => {
  await using it = await testBot(options);
  const { cy } = it.people;
  await cy.asks('!quiz');
  await cy.says('cancel');
  await cy.hears('Cancelled.');
  await cy.asks('!quiz');
  await cy.says('cancel');
  expect((await cy.asks('!quiz')).content).not.toContain('planet');
});

test('applause is answered', async () => {
  await using it = await testBot(options);
  const { cy, dee } = it.people;
  await cy.listens();
  const { channelId, id } = await cy.says('I did it');
  await dee.does('POST', `/channels/${channelId}/messages/${id}/reactions/${encodeURIComponent('👏')}`);
  await cy.hears('Thank you, dee!');
});
