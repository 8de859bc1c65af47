import {
  Api,
  type ChannelId,
  type CommandContext,
  inject,
  type Operation,
  type Right,
  type RoleId,
  type TeamId,
} from 'botwright';
import { holdsOne, todoRightsOf } from './channel-rights.js';
import { TodoRefused } from './refusals.js';
import { type PlacedChannel, TodoChannels } from './todo-channels.js';
import type { TodoList } from './todo-list.js';
import { TodoLists } from './todo-lists.js';

/** A to-do channel that somebody may use, and its items. */
export interface OpenList {
  readonly channelId: ChannelId;
  readonly name: string;
  readonly list: TodoList;
}

/** Where commands get the list of their team, for those who may have it. */
export class TodoDesk {
  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoChannels) private readonly channels: TodoChannels,
    @inject(TodoLists) private readonly lists: TodoLists,
  ) {}

  /**
   * The to-do channel of the team that a command came from. The service only looks at what the bot may do; here the
   * person who called has to hold, in that channel, what the service would ask of them.
   *
   * @param needs - as an operation names them: any one will do.
   * @throws {TodoRefused} when there is no such channel, more than one, or the person lacks the rights.
   * @throws {NotInTeam} when the command came from outside any team.
   */
  async open(context: CommandContext, { needs = [] }: Pick<Operation, 'needs'>): Promise<OpenList> {
    const placed = await this.#channelOf(context);
    await this.#demand(needs, placed, context);
    const { id, name } = placed.channel;
    return { channelId: id, name, list: this.lists.of(id) };
  }

  async #channelOf({ teamId }: CommandContext): Promise<PlacedChannel> {
    const found = await this.channels.ofTeam(teamId);
    const [first] = found;
    const { wanted: channel } = this.channels;
    if (first === undefined) throw new TodoRefused({ code: 'NO_CHANNEL', channel });
    if (found.length > 1) throw new TodoRefused({ code: 'SEVERAL_CHANNELS', channel, count: found.length });
    return first;
  }

  async #demand(needs: readonly Right[], { place }: PlacedChannel, context: CommandContext): Promise<void> {
    const { teamId } = context;
    const [team, roles, member] = await Promise.all([
      this.api.teams.get(teamId),
      this.api.roles.list(teamId),
      context.member(),
    ]);
    const rights = todoRightsOf(needs);
    const membership = { team, roles, member, place };
    // The list of all members is long, and read only where it may tell which roles are not everybody's.
    const isHeld =
      holdsOne(rights, membership) ?? holdsOne(rights, { ...membership, listed: await this.#rolesListed(teamId) });
    if (isHeld) return;
    const code = isHeld === undefined ? 'RIGHT_UNCERTAIN' : 'RIGHT_MISSING';
    throw new TodoRefused({ code, channel: this.channels.wanted, rights });
  }

  async #rolesListed(teamId: TeamId): Promise<RoleId[]> {
    const members = await this.api.members.list(teamId);
    return members.flatMap(({ roles }) => roles);
  }
}
