import { Conversation, inject, type Talk } from 'botwright';
import { drawQuestions } from './questions.js';
import { Scores } from './scores.js';

/**
 * One round, begun with the number of its questions. After a restart it runs again from the top, and each step that is
 * stored gives at once what it gave before.
 */
@Conversation({ name: 'quiz', version: 1 })
export class Quiz {
  constructor(@inject(Scores) private readonly scores: Scores) {}

  async run(talk: Talk): Promise<void> {
    const { teamId, author } = talk;
    const questions = await talk.run('draw', () => drawQuestions(Number(talk.input)));
    let right = 0;
    let score = 0;
    for (const [index, { text, choices, answer }] of questions.entries()) {
      const title = `Question ${index + 1} of ${questions.length}: ${text}`;
      const picked = await talk.choose(`question ${index + 1}`, title, choices, { timeoutMs: 60_000 });
      const points = picked === answer ? 1 : 0;
      // A wrong answer is marked too: nobody goes back past a step that is done once, so nobody answers twice.
      score = await talk.run(`mark ${index + 1}`, () => this.scores.add(teamId, author, points));
      right += points;
      await talk.say(points === 1 ? 'Right!' : `No, it is ${answer}.`);
    }
    await talk.say(`${right} of ${questions.length} were right. Your score is ${score}.`);
  }
}
