import { Api, asWritten, type Ban as BanEntry, Command, type CommandContext, inject, Needs } from 'botwright';
import { BanList } from '../ban-list.js';

/** As many as a reader takes in, and as many look-ups of names as one command may cost. */
const shown = 10;

@Command({ name: 'bans', summary: 'List who is banned from this team.' })
@Needs('BAN_MEMBERS')
export class Bans {
  constructor(
    @inject(Api) private readonly api: Api,
    @inject(BanList) private readonly bans: BanList,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#list(ctx));
  }

  async #list({ teamId }: CommandContext): Promise<string> {
    const bans = await this.bans.of(teamId);
    if (bans.length === 0) return 'Nobody is banned from this team.';
    const lines = await Promise.all(bans.slice(0, shown).map((ban) => this.#line(ban)));
    const more = bans.length > shown ? [`… and ${bans.length - shown} more`] : [];
    return [`Banned from this team (${bans.length}):`, ...lines, ...more].join('\n');
  }

  async #line({ userId, reason }: BanEntry): Promise<string> {
    const { username } = await this.api.users.get(userId);
    return `- ${asWritten(username)} (${userId})${reason ? `: ${asWritten(reason)}` : ''}`;
  }
}
