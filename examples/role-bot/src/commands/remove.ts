import { Arg, Command, type CommandContext, Guard, inject, inTeam, type Message, message, Needs } from 'botwright';
import { Panels } from '../panels.js';

@Command({
  name: 'rolepanel remove',
  summary: 'Takes a panel away: the one replied to, or by its id or link.',
})
@Guard(inTeam())
@Needs('MANAGE_ROLES')
export class RemovePanel {
  @Arg(message({ orReplied: true }), 'the panel') panel!: Message;

  constructor(@inject(Panels) private readonly panels: Panels) {}

  async run(ctx: CommandContext): Promise<void> {
    const { channelId, id } = this.panel;
    if (!(await this.panels.remove(id))) {
      await ctx.reply('That message is no panel.');
      return;
    }
    await ctx.api.messages.delete(channelId, id);
    await ctx.reply('The panel is gone. Those who have its role keep it.');
  }
}
