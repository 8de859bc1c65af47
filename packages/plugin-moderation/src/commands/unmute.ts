import { Arg, asWritten, Command, type CommandContext, inject, Needs, type User, user } from 'botwright';
import { Judgement } from '../judgement.js';
import { MuteRole } from '../mute-role.js';
import { Mutes } from '../mutes.js';
import { explainRefusal } from '../refusals.js';

@Command({ name: 'unmute', summary: 'Let somebody write again.', examples: ['unmute @dee'] })
@Needs('KICK_MEMBERS')
export class Unmute {
  @Arg(user(), 'who may write again, in the team or not') target!: User;

  constructor(
    @inject(Judgement) private readonly judgement: Judgement,
    @inject(MuteRole) private readonly role: MuteRole,
    @inject(Mutes) private readonly mutes: Mutes,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#unmute(ctx));
  }

  async #unmute({ teamId, author }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    const refusal = await this.judgement.refusalOf({ teamId, actorId: author.id, targetId: id });
    if (refusal !== undefined) return explainRefusal(refusal, 'unmute', username);
    const role = await this.role.find(teamId);
    const ended = await this.mutes.unmute(teamId, id, role?.id);
    return ended ? `${asWritten(username)} may write again.` : `${asWritten(username)} is not muted.`;
  }
}
