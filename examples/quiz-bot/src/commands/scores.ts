import { Command, type CommandContext, Guard, inject, inTeam } from 'botwright';
import { Scores } from '../scores.js';

const shown = 10;

@Command({ name: 'scores', summary: 'Shows who knows most in this team.', reruns: true })
@Guard(inTeam())
export class ShowScores {
  constructor(@inject(Scores) private readonly scores: Scores) {}

  async run(ctx: CommandContext): Promise<void> {
    const best = (await this.scores.of(ctx.teamId)).slice(0, shown);
    const lines = best.map(({ name, points }, index) => `${index + 1}. ${name}: ${points}`);
    await ctx.reply(lines.length === 0 ? `Nobody has played yet: ${ctx.prefix}quiz` : lines.join('\n'));
  }
}
