import { type Limit, limits, type PermissionSet, permissionSets } from '@botwright/protocol';
import { type Content, html } from './markup.js';
import { certaintyTag } from './members.js';

/** Numbers of the service: limits and the bits of permissions. */
export function factSections(): Content {
  return html`<section id="limits">
      <h2>Limits</h2>
      <table class="members">
        <caption>Lengths count UTF-16 code units</caption>
        <thead>
          <tr><th scope="col">Limit</th><th scope="col">Value</th><th scope="col">Certainty</th><th scope="col">Sources</th></tr>
        </thead>
        <tbody>${Object.entries<Limit>(limits).map(limitRow)}</tbody>
      </table>
    </section>
    <section id="permissions">
      <h2>Permissions</h2>
      ${permissionSets.map(permissionTable)}
    </section>`;
}

function limitRow([name, { value, minimum, certainty, source, oneClient }]: [string, Limit]): Content {
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${minimum === undefined ? undefined : `${minimum} to `}${value ?? 'unknown'}${oneClient ? ', says one client' : undefined}</td>
    <td>${certaintyTag(certainty)}</td>
    <td class="sources">${source.join(', ')}</td>
  </tr>`;
}

function permissionTable({ on, bits, certainty, source }: PermissionSet): Content {
  const rows = Object.entries(bits).map(
    ([name, bit]) => html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>bit ${bit}, ${2 ** bit}</td>
      <td>${certaintyTag(certainty)}</td>
      <td class="sources">${source.join(', ')}</td>
    </tr>`,
  );
  return html`<table class="members">
    <caption>On: ${on}</caption>
    <thead>
      <tr><th scope="col">Permission</th><th scope="col">Bit</th><th scope="col">Certainty</th><th scope="col">Sources</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
}
