import { html, type TemplateResult } from 'lit';
import type { Connection } from '../socket.js';
import type { ChatState } from '../state.js';

/** Who is typing here, or why nobody can be seen typing. The line is always there, so that nothing jumps. */
export function typingLine({ typists, names, openChannelId }: ChatState, connection: Connection): TemplateResult {
  if ('reason' in connection) return html`<p class="typing">${connection.reason}</p>`;
  const ids = [...(typists.get(openChannelId ?? '') ?? [])];
  return html`<p class="typing">${sentence(ids.map((id) => names.get(id) ?? 'somebody'))}</p>`;
}

function sentence(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length > 3) return 'Several people are typing…';
  const list = new Intl.ListFormat('en').format(names);
  return `${list} ${names.length === 1 ? 'is' : 'are'} typing…`;
}
