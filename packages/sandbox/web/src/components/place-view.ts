import type { Channel } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Chat } from '../chat.js';
import type { Place } from '../place.js';
import './announcement-board.js';
import { alertLine } from './attempt.js';
import { channelKind } from './channel-kinds.js';
import './compose-box.js';
import './message-log.js';
import './todo-list.js';
import { typingLine } from './typing-line.js';
import './voice-room.js';

/** The middle of the page: what the open place is called, and what it holds. */
export function placeView(chat: Chat, place: Place): TemplateResult {
  const topic = place.kind === 'channel' ? place.channel.description : null;
  const sign = place.kind === 'channel' ? channelKind(place.channel).sign : '@';
  return html`
    <div class="channel-head">
      <h2 class="channel-title"><span class="channel-sign" aria-hidden="true">${sign}</span>${place.name}</h2>
      ${topic ? html`<p class="channel-topic">${topic}</p>` : nothing}
    </div>
    ${content(chat, place)}
  `;
}

function content(chat: Chat, place: Place): TemplateResult {
  if (place.kind === 'direct' || place.channel.type === 'text') return conversation(chat, place);
  // What somebody was busy with in another channel, or as another person, does not belong here.
  return html`${alertLine(chat.problem)} ${keyed(chat, keyed(place.id, board(chat, place.channel)))}`;
}

function board(chat: Chat, channel: Channel): TemplateResult {
  const { state } = chat;
  switch (channel.type) {
    case 'todo':
      return html`<sandbox-todos .chat=${chat} .state=${state} .channel=${channel}></sandbox-todos>`;
    case 'announcement':
      return html`<sandbox-announcements .chat=${chat} .state=${state} .channel=${channel}></sandbox-announcements>`;
    default:
      return html`<sandbox-voice .chat=${chat} .state=${state} .channel=${channel}></sandbox-voice>`;
  }
}

function conversation(chat: Chat, place: Place): TemplateResult {
  const { state } = chat;
  return html`
    <sandbox-messages .chat=${chat} .state=${state} .place=${place}></sandbox-messages>
    <div class="foot">
      ${typingLine(state, chat.connection)}
      <sandbox-compose .chat=${chat} .state=${state} .place=${place} .problem=${chat.problem}></sandbox-compose>
    </div>
  `;
}
