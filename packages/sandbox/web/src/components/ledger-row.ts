import { html, nothing, type TemplateResult } from 'lit';
import { type LedgerEntry, titleOf } from '../ledger.js';
import { clockTimeWithMs } from '../time-format.js';
import { PageElement } from './page-element.js';

/** Which way a step went: into the sandbox or out of it. */
const signs: Readonly<Record<string, string>> = {
  request: '→',
  'frame-in': '→',
  answer: '←',
  'frame-out': '←',
};

/** One step of the ledger, opened to see the whole of it. The JSON is made only then, for a ledger has many rows. */
export class LedgerRow extends PageElement {
  static override properties = { entry: { attribute: false }, name: { attribute: false }, isOpen: { state: true } };
  declare entry: LedgerEntry;
  /** Whose call or connection it is. */
  declare name: string;
  declare isOpen: boolean;

  protected override render(): TemplateResult {
    const { entry, name } = this;
    const failed = (entry.status ?? 0) >= 400 || entry.problem !== undefined;
    return html`<details class=${failed ? 'entry entry-failed' : 'entry'} @toggle=${this.onToggle}>
      <summary class="entry-line">
        <span class="entry-time">${clockTimeWithMs(entry.at)}</span>
        <span class="entry-sign" title=${entry.kind} aria-hidden="true">${signs[entry.kind] ?? '·'}</span>
        <span class="visually-hidden">${entry.kind}</span>
        <span class="entry-title">${titleOf(entry)}</span>
        <span class="entry-status">${entry.status ?? entry.code ?? ''}</span>
        <span class="entry-by">${name}</span>
      </summary>
      ${this.isOpen ? this.renderJson() : nothing}
    </details>`;
  }

  // Wide JSON scrolls by itself, so the keyboard must be able to get there.
  private renderJson(): TemplateResult {
    const { entry } = this;
    const json = JSON.stringify(entry, null, 2);
    return html`<pre class="entry-json" tabindex="0" role="group" aria-label="Entry ${entry.seq}">${json}</pre>`;
  }

  private onToggle(event: Event): void {
    this.isOpen = (event.target as HTMLDetailsElement).open;
  }
}

customElements.define('sandbox-ledger-row', LedgerRow);
