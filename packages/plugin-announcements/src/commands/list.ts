import { type Announcement, Api, Arg, asWritten, Command, type CommandContext, inject, text } from 'botwright';
import { findAnnouncementChannel, isObjection } from '../channels.js';
import { explainObjections } from '../objections.js';
import { type AnnouncementsOptions, announcementsOptions } from '../options.js';
import { channelTag, oneLine } from '../rendering.js';
import { TeamReader } from '../team-reader.js';

const shown = 10;
const titleShown = 60;

@Command({ name: 'announce list', summary: 'List the latest announcements of a channel, with their ids.' })
export class AnnounceList {
  @Arg(text({ max: 100 }).optional(), 'the announcement channel, if not the usual one') channel?: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(announcementsOptions) private readonly options: AnnouncementsOptions,
    @inject(TeamReader) private readonly teams: TeamReader,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#list(ctx));
  }

  async #list({ teamId, author }: CommandContext): Promise<string> {
    const { visible } = await this.teams.read(teamId, author.id);
    const channel = findAnnouncementChannel(this.channel ?? this.options.channel, visible);
    if (isObjection(channel)) return explainObjections([channel]);
    const announcements = await this.api.announcements.list(channel.id);
    if (announcements.length === 0) return `Nothing is announced in ${channelTag(channel.name)}.`;
    const latest = announcements.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, shown);
    return [`The latest in ${channelTag(channel.name)}:`, ...latest.map(line)].join('\n');
  }
}

function line({ id, title, createdBy, createdAt }: Announcement): string {
  const whole = oneLine(title);
  const short = whole.length > titleShown ? `${asWritten(whole.slice(0, titleShown))}…` : asWritten(whole);
  return `- \`${id}\` ${short} (${asWritten(createdBy.username)}, ${createdAt.slice(0, 10)})`;
}
