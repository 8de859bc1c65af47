import type { User } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';

const hues = 8;

/** A person's first letter on a colour of their own; bots get a squarer shape. Decoration: the name stands beside it. */
export function avatar(user: Pick<User, 'id' | 'username' | 'bot'>): TemplateResult {
  const letter = [...user.username][0]?.toUpperCase() ?? '?';
  const shape = user.bot ? 'avatar avatar-bot' : 'avatar';
  return html`<span class=${shape} data-hue=${hueOf(user.username)} aria-hidden="true">${letter}</span>`;
}

/** By name, so that a person keeps their colour when the sandbox starts with another seed. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % hues;
}
