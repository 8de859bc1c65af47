import {
  Arg,
  asWritten,
  Command,
  type CommandContext,
  Flag,
  integer,
  type Message,
  Needs,
  Option,
  text,
  type User,
  user,
} from 'botwright';
import { counted } from '../counted.js';
import { messageHere } from '../message-argument.js';
import { PurgeRun } from '../purge-run.js';
import { findMessages } from '../purge-search.js';

@Command({
  name: 'purge',
  summary: 'Delete the newest messages of this channel, up to the one that says so.',
  examples: ['purge 10', 'purge 50 --user @dee --contains "free nitro"', 'purge 20 --bots --dry'],
})
@Needs('DELETE_MESSAGES')
export class Purge {
  @Arg(integer({ min: 1, max: 100 }), 'how many messages') count!: number;
  @Option(user(), 'only what this person wrote') user?: User;
  @Flag('only what bots wrote') bots!: boolean;
  @Option(text({ min: 1 }), 'only what has this text in it') contains?: string;
  @Option(messageHere(), 'only what is older than this message') before?: Message;
  @Flag('say what would be deleted, and delete nothing') dry!: boolean;

  async run(ctx: CommandContext): Promise<void> {
    const { count, user: author, bots: botsOnly, contains, before } = this;
    const messages = await findMessages(ctx, { count, authorId: author?.id, botsOnly, contains, before });
    if (messages.length === 0) await ctx.reply('There is no such message to delete.');
    else if (this.dry) await ctx.reply(preview(messages));
    else await new PurgeRun(ctx, messages).run();
  }
}

/** Whose messages would go, the most first. */
function preview(messages: readonly Message[]): string {
  const counts = new Map<string, number>();
  for (const { createdBy } of messages) counts.set(createdBy.username, (counts.get(createdBy.username) ?? 0) + 1);
  const authors = [...counts].sort(([, one], [, other]) => other - one);
  const lines = authors.slice(0, 20).map(([name, count]) => `- ${asWritten(name)}: ${count}`);
  return [`This would delete ${counted(messages.length, 'message')}:`, ...lines].join('\n');
}
