import { Arg, type CommandContext, Flag, Needs, text } from 'botwright';

/** Two symbols that are written alike. */
export const decide = Symbol('step');
export const tell = Symbol('step');

/** What commands about somebody have in common; no command itself. */
@Needs('BAN_MEMBERS')
export abstract class MemberCommand {
  @Arg(text({ max: 40 }), 'whom') who!: string;
  @Flag('without a word', { short: 'q' }) quiet!: boolean;

  async run(ctx: CommandContext): Promise<void> {
    if (!this.quiet) await ctx.reply(`${this[decide]()}: ${this[tell]()}`);
  }

  abstract [decide](): string;

  [tell](): string {
    return this.who;
  }
}
