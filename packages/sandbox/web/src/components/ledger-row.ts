import { html, nothing, type TemplateResult } from 'lit';
import { type LedgerEntry, titleOf } from '../ledger.js';
import { clockTimeWithMs, timeSpan } from '../time-format.js';
import './copy-button.js';
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
  static override properties = {
    entry: { attribute: false },
    name: { attribute: false },
    since: { attribute: false },
    isOpen: { state: true },
  };
  declare entry: LedgerEntry;
  /** Whose call or connection it is. */
  declare name: string;
  /** The moment from which time is told, in epoch milliseconds; without it, the time of day is. */
  declare since: number | undefined;
  declare isOpen: boolean;

  protected override render(): TemplateResult {
    const { entry, name } = this;
    return html`<details class=${classesOf(entry)} @toggle=${this.onToggle}>
      <summary class="entry-line">
        <span class="entry-time">${this.time}</span>
        <span class="entry-sign" title=${entry.kind} aria-hidden="true">${signs[entry.kind] ?? '·'}</span>
        <span class="visually-hidden">${entry.kind}</span>
        <span class="entry-title">${titleOf(entry)}</span>
        <span class="entry-status">${entry.status ?? entry.code ?? ''}</span>
        <span class="entry-by" title=${name || nothing}>${name}</span>
        ${entry.fault === undefined ? nothing : html`<span class="entry-fault">fault <b>${entry.fault}</b></span>`}
      </summary>
      ${this.isOpen ? this.renderJson() : nothing}
    </details>`;
  }

  private get time(): string {
    const { entry, since } = this;
    return since === undefined ? clockTimeWithMs(entry.at) : `+${timeSpan(entry.at - since)}`;
  }

  // Wide JSON scrolls by itself, so the keyboard must be able to get there.
  private renderJson(): TemplateResult {
    const { entry } = this;
    const json = JSON.stringify(entry, null, 2);
    return html`<div class="entry-whole">
      <sandbox-copy .text=${json}></sandbox-copy>
      <pre class="entry-json" tabindex="0" role="group" aria-label="Entry ${entry.seq}">${json}</pre>
    </div>`;
  }

  private onToggle(event: Event): void {
    this.isOpen = (event.target as HTMLDetailsElement).open;
  }
}

function classesOf({ status = 0, problem, fault }: LedgerEntry): string {
  const classes = ['entry'];
  if (status >= 400 || problem !== undefined) classes.push('entry-failed');
  if (fault !== undefined) classes.push('entry-faulty');
  return classes.join(' ');
}

customElements.define('sandbox-ledger-row', LedgerRow);
