import { Arg, asWritten, Command, type CommandContext, inject, Needs, type User, user } from 'botwright';
import { counted } from '../counted.js';
import { moment } from '../moment.js';
import { type Warning, WarningBook } from '../warning-book.js';

/** As many as one message holds, each with the beginning of its reason. */
const shown = 10;
const reasonShown = 120;

@Command({ name: 'warnings', summary: 'List what somebody was warned of.', examples: ['warnings @dee'] })
@Needs('KICK_MEMBERS')
export class Warnings {
  @Arg(user(), 'whose warnings') target!: User;

  constructor(@inject(WarningBook) private readonly book: WarningBook) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(this.#list(ctx));
  }

  #list({ teamId }: CommandContext): string {
    const { id, username } = this.target;
    const warnings = this.book.of(teamId, id);
    if (warnings.length === 0) return `${asWritten(username)} has no warnings.`;
    const head = `${asWritten(username)} has ${counted(warnings.length, 'warning')}, the latest first:`;
    return [head, ...warnings.slice(-shown).reverse().map(line)].join('\n');
  }
}

function line({ at, moderator, reason }: Warning): string {
  const short = reason.length > reasonShown ? `${reason.slice(0, reasonShown)}…` : reason;
  return `- ${moment(at)}, ${asWritten(moderator.name)}: ${asWritten(short.replaceAll(/\s+/g, ' '))}`;
}
