import { Arg, Command, type CommandContext, Cooldown, Guard, inTeam, integer } from 'botwright';
import { questions } from '../questions.js';
import { Quiz } from '../quiz.js';

@Command({ name: 'quiz', summary: 'Asks you some questions.', examples: ['quiz', 'quiz 5'] })
@Guard(inTeam())
@Cooldown({ uses: 1, per: '30s', by: 'channel' })
export class StartQuiz {
  @Arg(integer({ min: 1, max: questions.length }).default(3), 'how many questions')
  rounds!: number;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.begin(Quiz, this.rounds);
  }
}
