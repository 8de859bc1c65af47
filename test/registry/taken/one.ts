import { Command, type CommandContext } from 'botwright';

@Command({ name: 'mute', summary: 'Says hush.' })
export class Mute {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('Hush.');
  }
}
