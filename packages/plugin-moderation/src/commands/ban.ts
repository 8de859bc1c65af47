import {
  Api,
  Arg,
  asWritten,
  Command,
  type CommandContext,
  inject,
  Needs,
  Rest,
  text,
  type User,
  user,
} from 'botwright';
import { BanList } from '../ban-list.js';
import { Judgement } from '../judgement.js';
import { explainRefusal } from '../refusals.js';

@Command({
  name: 'ban',
  summary: 'Remove somebody and keep them out. An id bans a person who is not here.',
  examples: ['ban @dee', 'ban @dee spamming the channel'],
})
@Needs('BAN_MEMBERS')
export class Ban {
  @Arg(user(), 'who has to go') target!: User;
  @Rest(text({ max: 500 }).optional(), 'why') reason?: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(BanList) private readonly bans: BanList,
    @inject(Judgement) private readonly judgement: Judgement,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#ban(ctx));
  }

  async #ban({ teamId, author }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    const refusal = await this.judgement.refusalOf({ teamId, actorId: author.id, targetId: id });
    if (refusal !== undefined) return explainRefusal(refusal, 'ban', username);
    if (await this.bans.includes(teamId, id)) return `${asWritten(username)} is banned already.`;
    await this.api.members.ban(teamId, id, this.reason === undefined ? {} : { reason: this.reason });
    return `${asWritten(username)} was banned.`;
  }
}
