import { Api, Arg, asWritten, Command, type CommandContext, inject, type Member, member, Needs, Rest } from 'botwright';
import { Judgement } from '../judgement.js';
import { moment } from '../moment.js';
import { MuteRole } from '../mute-role.js';
import { type MuteTerms, muteTerms } from '../mute-terms.js';
import { Mutes } from '../mutes.js';
import { Notices, noticeOutcome } from '../notices.js';
import { explainRefusal } from '../refusals.js';

@Command({
  name: 'mute',
  summary: 'Keep a member from writing. The end of a term is forgotten when the bot is started again; the mute is not.',
  examples: ['mute @dee 1h shouting', 'mute @dee shouting'],
})
@Needs('KICK_MEMBERS')
export class Mute {
  @Arg(member(), 'who has to be silent') target!: Member;
  @Rest(muteTerms().optional(), 'how long, if not until unmute, and why') terms?: MuteTerms;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Judgement) private readonly judgement: Judgement,
    @inject(MuteRole) private readonly role: MuteRole,
    @inject(Mutes) private readonly mutes: Mutes,
    @inject(Notices) private readonly notices: Notices,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#mute(ctx));
  }

  async #mute({ teamId, author }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    const refusal = await this.judgement.refusalOf({ teamId, actorId: author.id, targetId: id });
    if (refusal !== undefined) return explainRefusal(refusal, 'mute', username);
    const { roleId, openChannels } = await this.role.prepare(teamId);
    const { name } = await this.api.teams.get(teamId);
    const { duration, reason = 'no reason given' } = this.terms ?? {};
    const term = duration === undefined ? '' : ` for ${duration}`;
    const sent = await this.notices.send(
      id,
      `${asWritten(author.username)} muted you in ${asWritten(name)}${term}: ${asWritten(reason)}`,
    );
    const end = await this.mutes.mute({ teamId, userId: id, roleId, duration });
    return [
      `${asWritten(username)} is muted${end === undefined ? '' : `${term}, until ${moment(end)}`}.`,
      noticeOutcome(sent),
      ...(openChannels.length === 0 ? [] : [`They can still write in ${openChannels.map(asWritten).join(', ')}.`]),
    ].join(' ');
  }
}
