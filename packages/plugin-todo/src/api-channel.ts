import type { Api, ChannelId, TodoId, TodoItem } from 'botwright';
import { oneLine } from './item-text.js';
import type { ChannelItem } from './pairing.js';
import type { ChannelSide } from './reconcile.js';

/** An item of the service, as a line of a file could say it. */
export function asChannelItem({ id, createdAt, content, completed }: TodoItem): ChannelItem {
  return { id, createdAt, text: oneLine(content), completed };
}

/** A to-do channel of the service. */
export class ApiChannel implements ChannelSide {
  constructor(
    private readonly api: Api,
    private readonly channelId: ChannelId,
    /** Ends the calls that are under way. */
    private readonly signal: AbortSignal,
  ) {}

  async list(): Promise<ChannelItem[]> {
    const items = await this.api.todos.list(this.channelId, { signal: this.signal });
    return items.map(asChannelItem);
  }

  async add(text: string): Promise<ChannelItem> {
    return asChannelItem(await this.api.todos.add(this.channelId, text, { signal: this.signal }));
  }

  async edit(id: TodoId, text: string): Promise<ChannelItem> {
    return asChannelItem(await this.api.todos.edit(this.channelId, id, text, { signal: this.signal }));
  }

  async setCompleted(id: TodoId, completed: boolean): Promise<ChannelItem> {
    return asChannelItem(await this.api.todos.setCompleted(this.channelId, id, completed, { signal: this.signal }));
  }

  delete(id: TodoId): Promise<void> {
    return this.api.todos.delete(this.channelId, id, { signal: this.signal });
  }
}
