import { Api, Arg, Command, type CommandContext, inject, Option, type TeamId, text } from 'botwright';
import { Announcer } from '../announcer.js';
import { findAnnouncementChannel, isObjection } from '../channels.js';
import { Deliveries, type Delivery } from '../deliveries.js';
import { explainObjections, type Objection, objectionsTo } from '../objections.js';
import { type AnnouncementsOptions, announcementsOptions } from '../options.js';
import { reportDeletion } from '../reports.js';
import { TeamReader, type TeamSight } from '../team-reader.js';

@Command({
  name: 'announce delete',
  summary: 'Delete an announcement and, if it was sent since I was started, whatever it was cross-posted as.',
  examples: ['announce delete 0f1e2d3c4b5a6978'],
})
export class AnnounceDelete {
  @Arg(text({ max: 100 }), 'the id, as announce list shows it') announcement!: string;
  @Option(text({ max: 100 }), 'its channel, if not the usual one') in?: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Announcer) private readonly announcer: Announcer,
    @inject(announcementsOptions) private readonly options: AnnouncementsOptions,
    @inject(Deliveries) private readonly deliveries: Deliveries,
    @inject(TeamReader) private readonly teams: TeamReader,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(await this.#delete(ctx));
  }

  async #delete({ teamId, author }: CommandContext): Promise<string> {
    const sight = await this.teams.read(teamId, author.id);
    const found = this.deliveries.find(teamId, this.announcement) ?? (await this.#lookUp(teamId, sight));
    if (isObjection(found)) return explainObjections([found]);
    const objections = this.#objectionsTo(found, sight);
    if (objections.length > 0) return explainObjections(objections);
    const outcomes = await this.announcer.delete(found.posts);
    const standing = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.place]));
    this.deliveries.keep(found, standing);
    return reportDeletion(outcomes);
  }

  /** One that this process did not send: of that, the announcement alone is known. */
  async #lookUp(teamId: TeamId, { visible }: TeamSight): Promise<Delivery | Objection> {
    const channel = findAnnouncementChannel(this.in ?? this.options.channel, visible);
    if (isObjection(channel)) return channel;
    const announcements = await this.api.announcements.list(channel.id);
    const { id: channelId, name: channelName } = channel;
    if (!announcements.some(({ id }) => id === this.announcement)) {
      return { code: 'unknown-announcement', channel: channelName };
    }
    return { teamId, posts: [{ kind: 'announcement', channelId, channelName, id: this.announcement }] };
  }

  /** Who may delete its announcements may delete the messages that belong to them; without any, the usual channel decides. */
  #objectionsTo({ posts }: Delivery, { channels, rights }: TeamSight): Objection[] {
    const ids = new Set(posts.flatMap(({ kind, channelId }) => (kind === 'announcement' ? [channelId] : [])));
    const announced = channels.filter(({ id }) => ids.has(id));
    const usual = () => findAnnouncementChannel(this.options.channel, { channels, isCertain: true });
    const deciding = announced.length > 0 ? announced : [usual()];
    return deciding.flatMap((channel) => {
      if (isObjection(channel)) return [channel];
      return objectionsTo('delete', rights.mayDeleteAnnouncementsIn(channel), channel);
    });
  }
}
