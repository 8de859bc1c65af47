import {
  Api,
  type Channel,
  type ChannelId,
  channelPermissionBits,
  inject,
  privateChannelName,
  RequestRejected,
  type Role,
  type RoleId,
  type TeamId,
} from 'botwright';
import { type ModerationOptions, moderationOptions } from './options.js';
import { Turns } from './turns.js';

const denySending = { allow: 0, deny: 1 << channelPermissionBits.text.SEND_MESSAGES };

export interface PreparedMuteRole {
  readonly roleId: RoleId;
  /** Names of text channels that the role could not be kept from writing in. */
  readonly openChannels: readonly string[];
}

/** The role that keeps people from writing, since the service has no mute of its own. */
export class MuteRole {
  readonly #turns = new Turns();

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(moderationOptions) private readonly options: ModerationOptions,
  ) {}

  async find(teamId: TeamId): Promise<Role | undefined> {
    const roles = await this.api.roles.list(teamId);
    return roles.find(({ name }) => name === this.options.muteRole);
  }

  /**
   * Finds the role or makes it, and denies it to write in every text channel that says nothing about it yet; what
   * somebody has set for a channel stays.
   *
   * @throws {RequestRejected} 403 when the bot may not make roles.
   */
  prepare(teamId: TeamId): Promise<PreparedMuteRole> {
    return this.#turns.take(teamId, async () => {
      const { id } = (await this.find(teamId)) ?? (await this.#create(teamId));
      return { roleId: id, openChannels: await this.#closeChannels(teamId, id) };
    });
  }

  #create(teamId: TeamId): Promise<Role> {
    const { muteRole: name } = this.options;
    return this.api.roles.create(teamId, { name, permissions: 0, isDisplayedSeparately: false });
  }

  async #closeChannels(teamId: TeamId, roleId: RoleId): Promise<string[]> {
    const { channels } = await this.api.channels.list(teamId);
    const silent = channels.filter(({ type, permissions }) => type === 'text' && !(roleId in permissions.role));
    const open: Channel[] = [];
    for (const channel of silent) {
      if (!(await this.#close(teamId, channel.id, roleId))) open.push(channel);
    }
    return open.map(({ name }) => (name === privateChannelName ? 'a channel that I may not see' : `#${name}`));
  }

  async #close(teamId: TeamId, channelId: ChannelId, roleId: RoleId): Promise<boolean> {
    try {
      await this.api.channels.setRolePermissions(teamId, channelId, roleId, denySending);
      return true;
    } catch (failure) {
      if (failure instanceof RequestRejected) return false;
      throw failure;
    }
  }
}
