import type { ChannelId, Message, MessageId } from '@botwright/protocol';
import type { CommandContext } from '../context.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { foundOrNone, isIdLike } from './named-things.js';
import { ArgumentRefused } from './problems.js';

const linkShape = /^<?(?:https?:\/\/[^\s?#]{1,1000}\/)?([\w-]{1,128})\/([\w-]{1,128})>?$/;

/**
 * A message by its id, in the channel the call came from, or by a link, whose last two parts are channel and message
 * (inferred); a link leads to channels of the same team only.
 *
 * @param orReplied - Whether the message that the call replies to will do, when none is written.
 */
export function message({ orReplied = false }: { readonly orReplied?: boolean } = {}): ArgumentType<Message> {
  const type = argumentType<Message>({
    name: 'message',
    async parse(written, context) {
      const place = await placeOf(written, context);
      const found = place && (await messageOrNone(place.channelId, place.messageId, context));
      if (found === undefined) throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'message', near: [] });
      return found;
    },
    counterexample: (random) => random.pick(['a b', '', '../me', 'https://example.org']),
  });
  return orReplied ? type.default((context) => repliedMessage(context), 'the one replied to') : type;
}

/** The message that a call replies to; `undefined` when it replies to none, or that is gone. */
export async function repliedMessage(context: CommandContext): Promise<Message | undefined> {
  const { replyTo } = context.message;
  return replyTo === null ? undefined : messageOrNone(context.channelId, replyTo, context);
}

async function placeOf(
  written: string,
  context: CommandContext,
): Promise<{ channelId: ChannelId; messageId: MessageId } | undefined> {
  if (isIdLike(written)) return { channelId: context.channelId, messageId: written };
  const [, channelId, messageId] = linkShape.exec(written) ?? [];
  if (channelId === undefined || messageId === undefined) throw new ArgumentRefused('message');
  if (channelId === context.channelId) return { channelId, messageId };
  if (!context.inTeam) return undefined;
  const { api, teamId, signal } = context;
  const channel = await foundOrNone('message', api.channels.get(teamId, channelId, { signal }));
  return channel?.teamId === teamId ? { channelId, messageId } : undefined;
}

function messageOrNone(
  channelId: ChannelId,
  messageId: MessageId,
  { api, signal }: CommandContext,
): Promise<Message | undefined> {
  return foundOrNone('message', api.messages.get(channelId, messageId, { signal }));
}

/** What is attached to a message. */
export type Attachment = Message['attachments'][number];

/** What may be attached. */
export interface AttachmentRules {
  /** Endings of names, without the dot: `png`. Any will do unless it is said. */
  readonly types?: readonly string[];
  /** The most bytes, as far as the service tells them (observed): a file of unknown size is taken. */
  readonly maxBytes?: number;
}

/** A file attached to the call. The first such argument gets the first file, the next the next. */
export function attachment({ types, maxBytes }: AttachmentRules = {}): ArgumentType<Attachment> {
  const endings = types?.map((type) => type.toLowerCase());
  return argumentType<Attachment>({
    name: 'attachment',
    reads: 'attachments',
    parse(url, { message: { attachments } }) {
      const found = attachments.find((attached) => attached.url === url);
      if (found === undefined) throw new ArgumentRefused('attachment');
      if (endings !== undefined && !endings.includes(endingOf(found))) throw new ArgumentRefused('attachment');
      const { fileSizeBytes, size } = found;
      const bytes = fileSizeBytes ?? size;
      if (maxBytes !== undefined && typeof bytes === 'number' && bytes > maxBytes) {
        throw new ArgumentRefused({ code: 'OUT_OF_RANGE', least: undefined, most: `${maxBytes} bytes` });
      }
      return found;
    },
  });
}

function endingOf({ url, name }: Attachment): string {
  const path = typeof name === 'string' ? name : (URL.parse(url)?.pathname ?? url);
  return /\.([^./]{1,20})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
