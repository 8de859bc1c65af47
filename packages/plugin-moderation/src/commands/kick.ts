import { Api, Arg, asWritten, Command, type CommandContext, inject, type Member, member, Needs } from 'botwright';
import { Judgement } from '../judgement.js';
import { explainRefusal } from '../refusals.js';

@Command({ name: 'kick', summary: 'Remove a member from this team.', examples: ['kick @dee'] })
@Needs('KICK_MEMBERS')
export class Kick {
  @Arg(member(), 'who has to go') target!: Member;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Judgement) private readonly judgement: Judgement,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#kick(ctx));
  }

  async #kick({ teamId, author }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    const refusal = await this.judgement.refusalOf({ teamId, actorId: author.id, targetId: id });
    if (refusal !== undefined) return explainRefusal(refusal, 'kick', username);
    await this.api.members.kick(teamId, id);
    return `${asWritten(username)} was removed from this team.`;
  }
}
