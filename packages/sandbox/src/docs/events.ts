import { type ContractReference, closeCodes, type EventReference, type FrameReference } from '@botwright/protocol';
import { type Content, html } from './markup.js';
import { certaintyTag, type MemberTables } from './members.js';
import { eventAnchor, operationAnchor } from './operations.js';

/** The frames of the gateway: events, the rest, and how connections end. */
export function gatewaySections({ events, frames }: ContractReference, tables: MemberTables): Content {
  return html`<section id="events">
      <h2>Events</h2>
      ${events.map((event) => eventArticle(event, tables))}
    </section>
    <section id="frames">
      <h2>Other frames</h2>
      <p>Each frame is a JSON object: <code>t</code> names it, <code>d</code> holds the payload.</p>
      ${frames.map((frame) => frameArticle(frame, tables))}
    </section>
    <section id="close-codes">
      <h2>Close codes</h2>
      <p>Codes and meanings are stated; whether to open the connection again is inferred.</p>
      <dl class="facts">${Object.entries(closeCodes).map(closeCode)}</dl>
    </section>`;
}

function eventArticle({ kind, certainty, source, emittedBy, members }: EventReference, tables: MemberTables): Content {
  const causes = emittedBy.map((operation) => html`<a href="#${operationAnchor(operation)}">${operation.id}</a> `);
  return html`<article id="${eventAnchor(kind)}">
    <h3><code>${kind}</code></h3>
    <dl class="facts">
      <div><dt>Payload</dt><dd>${certaintyTag(certainty.payload)} <span class="sources">${source.join(', ')}</span></dd></div>
      ${causes.length > 0 ? html`<div><dt>Caused by</dt><dd>${causes} ${certaintyTag('inferred')}</dd></div>` : undefined}
    </dl>
    ${tables.table('Payload', members)}
  </article>`;
}

function frameArticle({ kind, direction, certainty, source, members }: FrameReference, tables: MemberTables): Content {
  return html`<article>
    <h3><code>${kind}</code> ${direction}</h3>
    <dl class="facts">
      <div><dt>Name</dt><dd>${certaintyTag(certainty.kind)}</dd></div>
      <div><dt>Payload</dt><dd>${certaintyTag(certainty.payload)} <span class="sources">${source.join(', ')}</span></dd></div>
    </dl>
    ${tables.table('Payload', members)}
  </article>`;
}

function closeCode([code, { name, meaning, reconnect }]: [
  string,
  (typeof closeCodes)[keyof typeof closeCodes],
]): Content {
  return html`<div><dt>${code}</dt><dd>${name}: ${meaning}. ${reconnect ? 'Open again.' : 'Do not open again.'}</dd></div>`;
}
