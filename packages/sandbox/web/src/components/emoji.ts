import type { Emoji, EmojiId } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';
import { ownPicture } from '../own-upload.js';
import type { ChatState } from '../state.js';

/** Emoji that people reach for, with their names. The service takes any other too. */
export const commonEmojis: ReadonlyMap<EmojiId, string> = new Map([
  ['👍', 'thumbs up'],
  ['❤️', 'heart'],
  ['😂', 'tears of joy'],
  ['🎉', 'party'],
  ['😮', 'surprise'],
  ['😢', 'sadness'],
  ['🙏', 'thanks'],
  ['👀', 'eyes'],
  ['✅', 'check mark'],
  ['❌', 'cross'],
  ['🔥', 'fire'],
  ['🚀', 'rocket'],
]);

/** A custom reaction of any of the person's teams. */
function customEmoji(state: ChatState, id: EmojiId): Emoji | undefined {
  return [...state.teams.values()].flatMap(({ emojis }) => emojis).find((emoji) => emoji.id === id);
}

/** What a reaction is called where it cannot be seen. */
export function emojiName(state: ChatState, id: EmojiId): string {
  return customEmoji(state, id)?.name ?? commonEmojis.get(id) ?? id;
}

/** A Unicode emoji as it is, a custom one as its picture. */
export function emojiFace(state: ChatState, id: EmojiId): TemplateResult {
  const emoji = customEmoji(state, id);
  const picture = emoji && ownPicture(emoji.url, location);
  if (picture !== undefined) return html`<img class="emoji-picture" src=${picture} alt="" />`;
  return html`<span class="emoji">${emoji ? `:${emoji.name}:` : id}</span>`;
}
