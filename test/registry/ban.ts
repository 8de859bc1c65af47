import { Command, Option, text } from 'botwright';
import { decide, MemberCommand } from './member-command.js';
// biome-ignore lint/suspicious/noImportCycles: the two files import each other on purpose.
import { Unban } from './unban.js';

@Command({ name: 'ban', summary: 'Bans somebody.', aliases: ['b'], examples: ['ban ada --for=1h'] })
export class Ban extends MemberCommand {
  @Option(text(), 'how long', { short: 'f' }) for = '1h';

  [decide](): string {
    return `banned until ${Unban.name}`;
  }
}
