import { Arg, Command, type CommandContext, text } from 'botwright';
import { Ban } from './ban.js';

/** Declares a field anew, and overrides what runs. */
@Command({ name: 'ban loudly', summary: 'Bans somebody, and tells all.' })
export class LoudBan extends Ban {
  @Arg(text({ max: 20 }), 'whom, in capitals') override who = 'EVERYBODY';

  override async run(ctx: CommandContext): Promise<void> {
    await super.run(ctx);
    await ctx.send(this.who.toUpperCase());
  }
}
