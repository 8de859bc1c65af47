import { type BotOptions, createBot } from 'botwright';
import { StartQuiz } from './commands/quiz.js';
import { ResetScores } from './commands/reset.js';
import { ShowScores } from './commands/scores.js';
import { Quiz } from './quiz.js';
import { Scores } from './scores.js';

export const options = {
  prefix: '!',
  commands: [StartQuiz, ShowScores, ResetScores],
  conversations: [Quiz],
  services: [Scores],
} satisfies BotOptions;

export default createBot(options);
