import type { Message } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { Chat } from '../chat.js';
import { readMentions } from '../mentions.js';
import { mayDelete, mayEdit } from '../rights.js';
import { type ChatState, subjectOf } from '../state.js';
import { clockTime, fullTime } from '../time-format.js';
import { attachmentView } from './attachment-view.js';
import { avatar } from './avatar.js';
import { embedCard } from './embed-card.js';
import { icons } from './icons.js';
import { reactionBar } from './reaction-bar.js';
import './reaction-picker.js';
import { type MentionNames, richText } from './rich-text.js';
import { botTag } from './tags.js';

export interface MessageView {
  readonly message: Message;
  readonly state: ChatState;
  readonly chat: Chat;
  /** Follows closely on a message of the same author: the name is left to screen readers. */
  readonly continues: boolean;
  /** The one message of the list that Tab reaches. */
  readonly isCurrent: boolean;
  /** The message it answers, `undefined` when that is gone. */
  readonly quoted: Message | undefined;
  /** Goes to the quoted message, `undefined` when it is not on the page. */
  readonly jump: (() => void) | undefined;
  /** Whether a reaction is being chosen. */
  readonly isPicking: boolean;
  /** Offers reactions to choose from, or stops to. */
  readonly pick: (isPicking: boolean) => void;
}

/** The id of a message's element. */
export function messageElementId(messageId: string): string {
  return `message-${messageId}`;
}

export function messageItem(view: MessageView): TemplateResult {
  const { message, state, continues, isCurrent } = view;
  const { createdBy: author } = message;
  const id = messageElementId(message.id);
  const mentions: MentionNames = { names: state.names, ownId: state.me?.id };
  return html`
    <article
      id=${id}
      class=${classesOf(view)}
      data-message-id=${message.id}
      tabindex=${isCurrent ? 0 : -1}
      aria-labelledby="${id}-author ${id}-time ${id}-body"
    >
      ${message.replyTo === null ? nothing : quoteLine(view)}
      <div class="message-side">${continues ? nothing : avatar(author)}</div>
      <div class="message-main">
        <p class="message-head">
          <span class="message-author" id="${id}-author">${author.username}</span>
          ${botTag(author)}
          <time id="${id}-time" datetime=${message.createdAt} title=${fullTime(message.createdAt)}
            >${clockTime(message.createdAt)}</time
          >
        </p>
        <div class="message-body" id="${id}-body">
          ${richText(message.content ?? '', mentions)} ${editedMark(message)}
          ${message.embeds.map((embed) => embedCard(embed, mentions))} ${message.attachments.map(attachmentView)}
        </div>
        ${reactionBar(view)} ${view.isPicking ? picker(view) : nothing}
      </div>
      ${actions(view)}
    </article>
  `;
}

function classesOf({ message, state, continues }: MessageView): string {
  const classes = ['message'];
  if (continues) classes.push('message-continues');
  if (message.mentions.users.includes(state.me?.id ?? '')) classes.push('message-for-me');
  if (subjectOf(state.composing)?.id === message.id) classes.push('message-subject');
  return classes.join(' ');
}

function editedMark({ editedAt }: Message): TemplateResult | typeof nothing {
  return editedAt === null ? nothing : html`<span class="edited" title=${fullTime(editedAt)}>edited</span>`;
}

function picker({ message, chat, state, pick }: MessageView): TemplateResult {
  return html`<sandbox-reaction-picker
    .chat=${chat}
    .state=${state}
    .message=${message}
    .onClose=${() => pick(false)}
  ></sandbox-reaction-picker>`;
}

function quoteLine({ quoted, jump, state }: MessageView): TemplateResult {
  if (!quoted) return html`<p class="quote">${icons.reply}<span class="quote-gone">a message that is gone</span></p>`;
  const said = readMentions(quoted.content || 'an embed', state.names);
  const line = html`${icons.reply}<span class="quote-author">${quoted.createdBy.username}</span>
    <span class="quote-text">${said}</span>`;
  if (!jump) return html`<p class="quote">${line}</p>`;
  return html`<button type="button" class="quote" title="Go to the message" @click=${jump}>${line}</button>`;
}

function actions(view: MessageView): TemplateResult {
  const { message, chat, state } = view;
  return html`
    <div class="message-actions">
      ${action(view, 'React', '+', icons.react, () => view.pick(!view.isPicking))}
      ${action(view, 'Reply', 'R', icons.reply, () => chat.compose({ kind: 'reply', to: message }))}
      ${action(view, 'Trace', 'T', icons.trace, () => chat.trace(message))}
      ${
        mayEdit(state, message)
          ? action(view, 'Edit', 'E', icons.edit, () => chat.compose({ kind: 'edit', message }))
          : nothing
      }
      ${
        mayDelete(state, message)
          ? action(view, 'Delete', 'Delete', icons.remove, () => void chat.delete(message))
          : nothing
      }
    </div>
  `;
}

function action(
  { isCurrent }: MessageView,
  label: string,
  key: string,
  icon: TemplateResult,
  act: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    tabindex=${isCurrent ? 0 : -1}
    aria-label=${label}
    title="${label} (${key})"
    @click=${act}
  >
    ${icon}
  </button>`;
}
