import { type CallGuard, Command, type CommandContext, Guard } from '../../src/index.js';

/** A command `go` behind guards, which says `gone` to whom they let through. */
export function guarded(...guards: [CallGuard, ...CallGuard[]]) {
  @Command({ name: 'go', summary: 'Go.' })
  @Guard(...guards)
  class Go {
    async run(context: CommandContext): Promise<void> {
      await context.reply('gone');
    }
  }
  return Go;
}
