import type { Role, User } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { colour } from './colour.js';

export function botTag(user: Pick<User, 'bot'>): TemplateResult | typeof nothing {
  return user.bot ? html`<span class="tag tag-bot">bot</span>` : nothing;
}

export function ownerTag(): TemplateResult {
  return html`<span class="tag">owner</span>`;
}

export function roleTag(role: Role): TemplateResult {
  return html`<span class="tag"><span class="role-colour" ${colour(role.color)}></span>${role.name}</span>`;
}
