import type { ContractReference, Operation, OperationReference } from '@botwright/protocol';
import { curlExample } from './curl.js';
import { type Content, html } from './markup.js';
import { certaintyTag, type MemberTables } from './members.js';

export function sectionAnchor(name: string): string {
  return `section-${name.toLowerCase().replaceAll(' ', '-')}`;
}

export function operationAnchor({ id }: Operation): string {
  return `operation-${id}`;
}

export function eventAnchor(kind: string): string {
  return `event-${kind}`;
}

/** The operations, by section of the specification. */
export function operationSections({ sections }: ContractReference, tables: MemberTables): Content {
  return sections.map(
    ({ name, operations }) => html`<section id="${sectionAnchor(name)}">
      <h2>${name}</h2>
      ${operations.map((operation) => operationArticle(operation, tables))}
    </section>`,
  );
}

function operationArticle(reference: OperationReference, tables: MemberTables): Content {
  const { operation, groups } = reference;
  const { id, name, method, path } = operation;
  return html`<article id="${operationAnchor(operation)}">
    <h3>${name} <a class="anchor" href="#${operationAnchor(operation)}"><code>${id}</code></a></h3>
    <p class="call"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
    <dl class="facts">${facts(reference).map(([term, fact]) => html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl>
    ${groups.map(({ name: group, members }) => tables.table(group, members))}
    <pre><code>${curlExample(reference)}</code></pre>
  </article>`;
}

/** Lets a long path go on in a second line. */
function breakable(path: string): Content {
  return path.split(/(?=\/)/).map((step) => html`<wbr />${step}`);
}

type Fact = readonly [term: string, fact: Content];

function facts({ operation, path, refusals }: OperationReference): Fact[] {
  const { certainty, source, auth, needs = [], emits = [] } = operation;
  const from = html`<span class="sources">${source.join(', ')}</span>`;
  return [
    ['Method', html`${certaintyTag(certainty.method)}`],
    ['Path', html`${certaintyTag(certainty.path)} ${from}`],
    ...(path.length > 0 ? [['Takes', path.map(({ name, type }) => `${name}: ${type}`).join(', ')] as const] : []),
    ...(auth === 'webhook' ? [['Authorization', 'none'] as const] : []),
    ...(needs.length > 0 ? [['Needs', html`${needs.join(' or ')} ${certaintyTag('inferred')}`] as const] : []),
    ...(emits.length > 0 ? [['Causes', html`${emits.map(eventLink)} ${certaintyTag('inferred')}`] as const] : []),
    ['Refused with', refusals.join(', ')],
    ...rareFacts(operation),
  ];
}

function rareFacts({ extra, alternatives = [], limits = [] }: Operation): Fact[] {
  return [
    ...(extra ? [['Standing', `${extra.standing}, not in the specification. ${extra.note ?? ''}`] as const] : []),
    ...alternatives.map(({ method, path, source }): Fact => {
      return [
        'Also seen as',
        html`<code>${method} ${breakable(path)}</code> <span class="sources">${source.join(', ')}</span>`,
      ];
    }),
    ...limits.map(({ member, limit }): Fact => {
      return ['One client', html`holds <code>${member}</code> to ${limit.minimum ?? 0} to ${limit.value ?? 'unknown'}`];
    }),
  ];
}

function eventLink(kind: string): Content {
  return html`<a href="#${eventAnchor(kind)}">${kind}</a> `;
}
