import { type ContractReference, contractReference } from '@botwright/protocol';
import { gatewaySections } from './events.js';
import { factSections } from './facts.js';
import { type Content, html } from './markup.js';
import { certaintyTag, MemberTables, resourceAnchor } from './members.js';
import { operationAnchor, operationSections, sectionAnchor } from './operations.js';

/** The contract as a page for people. It needs no script, and no style to be read. */
export function docsPage(): string {
  const reference = contractReference();
  const tables = new MemberTables(reference);
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>API reference, Botwright sandbox</title>
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
    <link rel="stylesheet" href="/docs.css" />
  </head>
  <body>
    <a class="skip-link" href="#content">Skip to the reference</a>
    ${topBar}
    <div class="docs">
      ${contents(reference)}
      <main id="content">
        ${introduction}
        ${operationSections(reference, tables)}
        ${resourceSection(reference, tables)}
        ${gatewaySections(reference, tables)}
        ${factSections()}
      </main>
    </div>
  </body>
</html>
`;
  return page.text;
}

const topBar = html`<header class="docs-top">
  <a class="docs-brand" href="/"><img src="/icon.svg" alt="" width="26" height="26" />Botwright <span>sandbox</span></a>
  <nav aria-label="Documents"><a href="/docs/openapi.json">OpenAPI</a> <a href="/docs/asyncapi.json">AsyncAPI</a></nav>
</header>`;

const introduction = html`<h1>API reference</h1>
  <p>
    Made from the contract that this sandbox serves. How sure a fact is stands beside it: ${certaintyTag('stated')} in the
    documents of the service, ${certaintyTag('observed')} in a client or a recorded shape, or ${certaintyTag('inferred')}.
    Every answer is an object with <code>success: true</code> beside the members shown; members that are not listed may
    come at any time.
  </p>
  <p>
    For the examples, set <code>BOT_BASE_URL</code> to the origin of this page, <code>BOT_TOKEN</code> to a bot's token,
    and the ids to those of your team.
  </p>`;

const otherSections = [
  ['resources', 'Resources'],
  ['events', 'Events'],
  ['frames', 'Other frames'],
  ['close-codes', 'Close codes'],
  ['limits', 'Limits'],
  ['permissions', 'Permissions'],
] as const;

function contents({ sections }: ContractReference): Content {
  return html`<nav class="docs-nav" aria-label="Contents">
    <ul>
      ${sections.map(
        ({ name, operations }) => html`<li>
          <a class="docs-nav-section" href="#${sectionAnchor(name)}">${name}</a>
          <ul>${operations.map(({ operation }) => html`<li><a href="#${operationAnchor(operation)}">${operation.name}</a></li>`)}</ul>
        </li>`,
      )}
      ${otherSections.map(([id, name]) => html`<li><a class="docs-nav-section" href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

function resourceSection({ resources }: ContractReference, tables: MemberTables): Content {
  return html`<section id="resources">
    <h2>Resources</h2>
    ${resources.map(
      ({ name, members }) =>
        html`<article id="${resourceAnchor(name)}"><h3>${name}</h3>${tables.table('Members', members)}</article>`,
    )}
  </section>`;
}
