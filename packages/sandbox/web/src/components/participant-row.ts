import { html, nothing, type TemplateResult } from 'lit';
import type { Participant } from '../reducers/voice.js';
import type { ChatState } from '../state.js';
import { avatar } from './avatar.js';
import { icons } from './icons.js';

/** Somebody in a voice room, and whether they can hear and be heard. */
export function participantRow(state: ChatState, participant: Participant): TemplateResult {
  const username = state.names.get(participant.id) ?? 'somebody';
  const bot = [...state.teams.values()].some(({ members }) => members.get(participant.id)?.bot);
  return html`<span class="participant">
    ${avatar({ id: participant.id, username, bot })}
    <span class="participant-name">${username}</span>
    ${participant['isMuted'] === true ? sign('muted', icons.muted) : nothing}
    ${participant['isDeafened'] === true ? sign('deafened', icons.deafened) : nothing}
  </span>`;
}

function sign(name: string, icon: TemplateResult): TemplateResult {
  return html`<span class="participant-sign" title=${name}>${icon}<span class="visually-hidden">${name}</span></span>`;
}
