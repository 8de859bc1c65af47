import { z } from 'zod';
import { inferred, observed, stated } from '../certainty.js';
import { ChannelId, EmojiId, MessageId, UserId } from '../ids.js';
import { limits } from '../limits.js';
import { alsoReads, list, memberAlsoNamed, orNull, resource, Timestamp } from '../wire.js';
import { User } from './user.js';

const EmbedImage = resource({ url: orNull(z.string()) });

/** A card in a message. Every member may be left out. `icon_url` keeps its underscore. */
export const Embed = resource({
  title: stated(z.string().nullish()),
  description: stated(z.string().nullish()),
  url: stated(z.string().nullish()),
  color: stated(z.int().nullish()),
  author: stated(resource({ name: z.string().nullish(), icon_url: z.string().nullish() }).nullish()),
  thumbnail: stated(EmbedImage.nullish()),
  image: stated(EmbedImage.nullish()),
  footer: stated(resource({ text: z.string().nullish(), icon_url: z.string().nullish() }).nullish()),
}).meta({ id: 'Embed' });
export type Embed = z.output<typeof Embed>;

export const Reaction = resource({
  emojiId: stated(EmojiId),
  count: stated(z.int().min(0)),
  users: stated(list(resource({ userId: UserId, timestamp: orNull(Timestamp) }))),
});
export type Reaction = z.output<typeof Reaction>;

/** The users that a message mentions. */
export const Mentions = resource({ users: list(UserId) });

/** A message. `replyTo` is the id of the message it answers; `content` is Markdown. */
export const Message = resource({
  id: stated(MessageId),
  channelId: stated(ChannelId),
  type: stated(z.string().default('text')),
  content: stated(orNull(z.string()), 'seed', 'docs'),
  attachments: stated(list(resource({ url: z.string() })), 'seed', 'docs'),
  createdBy: stated(User),
  editedAt: stated(orNull(Timestamp), 'seed', 'docs'),
  replyTo: stated(orNull(MessageId), 'seed', 'docs'),
  embeds: stated(list(Embed), 'seed', 'docs'),
  emojis: stated(list(resource({ emojiId: EmojiId }))),
  reactions: stated(list(Reaction)),
  nonce: stated(orNull(z.string())),
  createdAt: stated(Timestamp),
  mentions: stated(z.preprocess((wire) => wire ?? {}, Mentions)),
}).meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

/** An attachment as a caller names it: already uploaded, or anywhere on the web. */
export const AttachmentInput = alsoReads(
  resource({
    url: observed(z.url(), 'client:py', 'client:teamlify'),
    name: observed(z.string().optional(), 'client:py', 'client:teamlify'),
    fileSizeBytes: observed(z.int().min(0).optional(), 'client:py'),
  }),
  memberAlsoNamed('fileSizeBytes', 'size'),
);
export type AttachmentInput = z.output<typeof AttachmentInput>;

const content = z.string().max(limits.messageContentLength.value).nullish();
const embeds = z.array(Embed).max(limits.messageEmbeds.value).nullish();
const attachments = z.array(AttachmentInput).max(limits.messageAttachments.value).nullish();
const attachmentsAlsoSingular = memberAlsoNamed('attachments', 'attachment');

function saysSomething(draft: {
  content?: string | null | undefined;
  embeds?: unknown;
  attachments?: unknown;
}): boolean {
  const lists = [draft.embeds, draft.attachments];
  return Boolean(draft.content) || lists.some((entries) => Array.isArray(entries) && entries.length > 0);
}

const emptyMessage = { path: ['content'], error: 'is empty, and there are no embeds and no attachments' };

/** A message to be. One of `content`, `embeds` and `attachments` must hold something (inferred). */
export const MessageDraft = alsoReads(
  resource({
    content: stated(content, 'docs', 'seed'),
    embeds: stated(embeds, 'docs', 'seed'),
    attachments: stated(attachments, 'docs', 'client:js', 'client:teamlify'),
    replyTo: observed(MessageId.optional(), 'client:ts', 'client:py', 'client:js', 'console', 'client:teamlify'),
    mentions: observed(resource({ users: z.array(UserId) }).optional(), 'client:teamlify'),
    nonce: inferred(z.string().optional(), 'a message carries a nonce, yet no client is seen to send one'),
  }).refine(saysSomething, emptyMessage),
  attachmentsAlsoSingular,
);
export type MessageDraft = z.input<typeof MessageDraft>;

/** A change to a message; what is left out stays. */
export const MessageChange = resource({
  content: stated(content, 'docs', 'seed'),
  embeds: stated(embeds, 'docs', 'seed'),
});
export type MessageChange = z.input<typeof MessageChange>;

/** A message to be, as a webhook sends it. One of `content`, `embeds` and `attachments` must hold something (inferred). */
export const WebhookMessageDraft = alsoReads(
  resource({
    content: stated(content, 'docs', 'seed'),
    /** The name shown for this message alone. */
    username: observed(z.string().optional(), 'client:ts', 'console', 'client:php'),
    embeds: stated(embeds, 'docs', 'seed'),
    attachments: observed(attachments, 'client:js'),
  }).refine(saysSomething, emptyMessage),
  attachmentsAlsoSingular,
);
export type WebhookMessageDraft = z.input<typeof WebhookMessageDraft>;

/** What one client holds the embeds of a message to. */
export const embedLimits = {
  'embeds[].title': limits.embedTitleLength,
  'embeds[].description': limits.embedDescriptionLength,
  'embeds[].author.name': limits.embedAuthorNameLength,
  'embeds[].footer.text': limits.embedFooterTextLength,
  'embeds[].color': limits.colour,
};
