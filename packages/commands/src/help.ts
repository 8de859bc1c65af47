import { text } from './arguments/values.js';
import type { CommandContext } from './context.js';
import { Command, Rest } from './decorators.js';
import type { CommandDefinition } from './definition.js';
import { runnableOf } from './guards.js';
import { commandHelp, groupHelp, overview, unknownCommand } from './help-text.js';
import { nameWords } from './names.js';
import { nearestTo } from './suggestions.js';

/** The built-in `help`: what the asker may run here, or all about one command or group. */
@Command({
  name: 'help',
  summary: 'List what you can do here, or explain one command.',
  examples: ['help', 'help help'],
})
export class Help {
  @Rest(text().optional(), 'the command to explain') topic?: string;

  async run(context: CommandContext): Promise<void> {
    await context.reply(await this.explain(context));
  }

  private async explain(context: CommandContext): Promise<string> {
    const { commands, prefix } = context;
    const words = nameWords(withoutPrefix(this.topic ?? '', prefix));
    if (words.length === 0) return overview(await runnableOf(listed(commands.commands), context), prefix);
    const match = commands.find(words.join(' '));
    if (match?.kind === 'command') return commandHelp(match.command, prefix);
    const group = match?.group;
    const runnable = await runnableOf(listed(group?.commands ?? commands.commands), context);
    const known = group === undefined ? 0 : nameWords(group.name).length;
    if (group !== undefined && known === words.length) return groupHelp(group, runnable, prefix);
    const tried = words.slice(0, known + 1).join(' ');
    const near = nearestTo(
      tried,
      runnable.map(({ name }) => name),
    );
    const unknown = unknownCommand(tried, near, prefix);
    return group === undefined ? unknown : `${unknown}\n${groupHelp(group, runnable, prefix)}`;
  }
}

function listed(commands: readonly CommandDefinition[]): CommandDefinition[] {
  return commands.filter(({ hidden }) => !hidden);
}

function withoutPrefix(topic: string, prefix: string): string {
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : topic;
}
