import { Command, Needs } from 'botwright';
// biome-ignore lint/suspicious/noImportCycles: the two files import each other on purpose.
import { Ban } from './ban.js';
import { decide, MemberCommand } from './member-command.js';

@Needs('MANAGE_TEAM')
@Command({ name: 'unban', summary: 'Takes a ban back.' })
export class Unban extends MemberCommand {
  [decide](): string {
    return `no longer ${Ban.name}`;
  }
}
