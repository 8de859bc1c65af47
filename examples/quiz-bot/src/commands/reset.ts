import { Command, type CommandContext, Guard, inject, inTeam, teamOwner } from 'botwright';
import { Scores } from '../scores.js';

@Command({ name: 'quiz reset', summary: 'Forgets the scores of this team.' })
@Guard(inTeam(), teamOwner())
export class ResetScores {
  constructor(@inject(Scores) private readonly scores: Scores) {}

  async run(ctx: CommandContext): Promise<void> {
    if (!(await ctx.confirm('Forget every score of this team?'))) return;
    await this.scores.reset(ctx.teamId);
    await ctx.reply('The scores are forgotten.');
  }
}
