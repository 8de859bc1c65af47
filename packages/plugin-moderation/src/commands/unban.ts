import { Api, Arg, asWritten, Command, type CommandContext, inject, Needs, type User, user } from 'botwright';
import { BanList } from '../ban-list.js';

@Command({ name: 'unban', summary: 'Let somebody back in.', examples: ['unban 0f1e2d3c4b5a6978'] })
@Needs('BAN_MEMBERS')
export class Unban {
  @Arg(user(), 'who may come back: an id or a mention') target!: User;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(BanList) private readonly bans: BanList,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#unban(ctx));
  }

  async #unban({ teamId }: CommandContext): Promise<string> {
    const { id, username } = this.target;
    if (!(await this.bans.includes(teamId, id))) return `${asWritten(username)} is not banned.`;
    await this.api.members.unban(teamId, id);
    return `${asWritten(username)} may come back.`;
  }
}
