import {
  Arg,
  Command,
  type CommandContext,
  type EmojiChoice,
  emoji,
  Guard,
  inject,
  inTeam,
  Needs,
  Rest,
  type Role,
  role,
  text,
} from 'botwright';
import { objectionTo } from '../objection.js';
import { Panels } from '../panels.js';

@Command({
  name: 'rolepanel',
  summary: 'Puts up a message that gives a role to whoever reacts to it.',
  examples: ['rolepanel @painter 🎨 Do you paint?'],
})
@Guard(inTeam())
@Needs('MANAGE_ROLES')
export class PutUpPanel {
  @Arg(role(), 'what they get') role!: Role;
  @Arg(emoji(), 'what to react with') mark!: EmojiChoice;
  @Rest(text({ max: 1500 }), 'what the message says') text!: string;

  constructor(@inject(Panels) private readonly panels: Panels) {}

  async run(ctx: CommandContext): Promise<void> {
    const objection = await objectionTo(this.role, ctx);
    if (objection !== undefined) {
      await ctx.reply(objection);
      return;
    }
    const { mark } = this;
    const { emojiId, shown } =
      mark.kind === 'unicode'
        ? { emojiId: mark.text, shown: mark.text }
        : { emojiId: mark.emoji.id, shown: `:${mark.emoji.name}:` };
    const message = await ctx.send(`${this.text}\n\n${shown} ${this.role.name}`);
    await this.panels.add(message.id, { emojiId, roleId: this.role.id });
    // Last, as the sign that the panel works: only a panel that is kept gives anything.
    await ctx.api.messages.react(ctx.channelId, message.id, emojiId);
  }
}
