import type { Certainty, ContractReference, MemberRow } from '@botwright/protocol';
import { type Content, html, Markup } from './markup.js';

/** A certainty as a tag, with the reason where there is one. */
export function certaintyTag(certainty: Certainty, reason?: string): Content {
  const tag = html`<span class="tag certainty-${certainty}">${certainty}</span>`;
  return reason === undefined ? tag : html`${tag} <span class="reason">${reason}</span>`;
}

/** Shows members as a table, whose rows become cards where the page is narrow. */
export class MemberTables {
  readonly #resources: ReadonlySet<string>;

  constructor({ resources }: ContractReference) {
    this.#resources = new Set(resources.map(({ name }) => name));
  }

  table(caption: string, members: readonly MemberRow[]): Content {
    if (members.length === 0) return undefined;
    return html`<table class="members">
      <caption>${caption}</caption>
      <thead>
        <tr><th scope="col">Member</th><th scope="col">Holds</th><th scope="col">Certainty</th><th scope="col">Sources</th></tr>
      </thead>
      <tbody>${members.map((member) => this.#row(member))}</tbody>
    </table>`;
  }

  #row(member: MemberRow): Content {
    return html`<tr>
      <th scope="row">${member.name === '' ? 'the list itself' : html`<code>${member.name}</code>`}</th>
      <td>${this.#linked(member.type)}${whenMissing(member)}</td>
      <td>${certaintyTag(member.certainty, member.reason)}</td>
      <td class="sources">${member.source.join(', ')}</td>
    </tr>`;
  }

  #linked(type: string): Content {
    const { text } = html`${type}`;
    const link = (name: string): string =>
      this.#resources.has(name) ? html`<a href="#${resourceAnchor(name)}">${name}</a>`.text : name;
    return new Markup(text.replace(/\b[A-Z]\w*/g, link));
  }
}

export function resourceAnchor(name: string): string {
  return `resource-${name}`;
}

function whenMissing({ required, fallback }: MemberRow): Content {
  if (fallback !== undefined) return html` <span class="missing">missing reads <code>${fallback}</code></span>`;
  return required ? undefined : html` <span class="missing">may be missing</span>`;
}
