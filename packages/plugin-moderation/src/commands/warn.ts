import {
  Api,
  Arg,
  asWritten,
  Client,
  Command,
  type CommandContext,
  inject,
  type Member,
  member,
  Needs,
  Rest,
  text,
} from 'botwright';
import { counted } from '../counted.js';
import { Judgement } from '../judgement.js';
import { Notices, noticeOutcome } from '../notices.js';
import { explainRefusal } from '../refusals.js';
import { WarningBook } from '../warning-book.js';

@Command({
  name: 'warn',
  summary: 'Warn a member. Warnings are counted until the bot is started again.',
  examples: ['warn @dee no advertising, please'],
})
@Needs('KICK_MEMBERS')
export class Warn {
  @Arg(member(), 'who did it') target!: Member;
  @Rest(text({ max: 500 }), 'what they did') reason!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Client) private readonly client: Client,
    @inject(Judgement) private readonly judgement: Judgement,
    @inject(Notices) private readonly notices: Notices,
    @inject(WarningBook) private readonly book: WarningBook,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#warn(ctx));
  }

  async #warn({ teamId, author }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    const refusal = await this.judgement.refusalOf({ teamId, actorId: author.id, targetId: id });
    // The bot does nothing to the member, so where it stands itself does not matter.
    if (refusal !== undefined && refusal !== 'not-below-bot') return explainRefusal(refusal, 'warn', username);
    const { name } = await this.api.teams.get(teamId);
    const sent = await this.notices.send(
      id,
      `${asWritten(author.username)} warned you in ${asWritten(name)}: ${asWritten(this.reason)}`,
    );
    const before = this.book.of(teamId, id).length;
    const moderator = { id: author.id, name: author.username };
    this.book.add(teamId, id, { reason: this.reason, moderator, at: this.client.clock.now() });
    return `${asWritten(username)} was warned, and had ${counted(before, 'warning')} before. ${noticeOutcome(sent)}`;
  }
}
