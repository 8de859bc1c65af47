import {
  Api,
  type Channel,
  type ChannelId,
  type ChannelPlace,
  Client,
  channelPlaceOf,
  inject,
  type TeamId,
} from 'botwright';
import { TodoChannelUnclear } from './errors.js';
import { ResolvedOptions } from './options.js';

/** A to-do channel, and what it and its category say of roles. */
export interface PlacedChannel {
  readonly channel: Channel;
  /** `undefined` where that cannot be read. */
  readonly place: ChannelPlace | undefined;
}

/** Finds the to-do channel that the options name. Channels are read anew each time: they are renamed and made again. */
export class TodoChannels {
  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Client) private readonly client: Client,
    @inject(ResolvedOptions) private readonly options: ResolvedOptions,
  ) {}

  /** Name or id of the channel. */
  get wanted(): string {
    return this.options.channel;
  }

  /** Those of a team that are so called; more than one only when several have one name. */
  async ofTeam(teamId: TeamId): Promise<PlacedChannel[]> {
    const { channels, categories } = await this.api.channels.list(teamId);
    const todoChannels = channels.filter(({ type }) => type === 'todo');
    const byId = todoChannels.filter(({ id }) => id === this.wanted);
    const found = byId.length > 0 ? byId : todoChannels.filter(({ name }) => name === this.wanted);
    return found.map((channel) => ({ channel, place: channelPlaceOf(channel, categories) }));
  }

  /**
   * The one in all teams of the bot.
   *
   * @throws {TodoChannelUnclear} when there is none, or more than one.
   */
  async only(): Promise<ChannelId> {
    const perTeam = await Promise.all(this.client.teams.map(({ id }) => this.ofTeam(id)));
    const found = perTeam.flat();
    const [first] = found;
    if (first === undefined || found.length > 1) throw new TodoChannelUnclear(this.wanted, found.length);
    return first.channel.id;
  }
}
