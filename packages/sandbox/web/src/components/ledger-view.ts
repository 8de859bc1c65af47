import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { emptyFilter, type LedgerEntry, type LedgerFilter, ledgerKinds, matchesFilter } from '../ledger.js';
import { icons } from './icons.js';
import './ledger-row.js';
import { PageElement } from './page-element.js';
import { StickToEnd } from './stick-to-end.js';

/** What the sandbox writes down, live: every request, answer and frame. */
export class LedgerView extends PageElement {
  static override properties = {
    entries: { attribute: false },
    ignored: { attribute: false },
    names: { attribute: false },
    filter: { state: true },
  };
  declare entries: readonly LedgerEntry[];
  /** The page's own lines, shown among the sandbox's by time. */
  declare ignored: readonly LedgerEntry[];
  declare names: ReadonlyMap<string, string>;
  declare filter: LedgerFilter;

  private readonly end = new StickToEnd(this, () => this.querySelector<HTMLElement>('.ledger'));

  constructor() {
    super();
    this.filter = emptyFilter;
  }

  protected override render(): TemplateResult {
    const all = [...this.entries, ...this.ignored].sort((a, b) => a.at - b.at || a.seq - b.seq);
    const shown = all.filter((entry) => matchesFilter(entry, this.filter, this.nameOf(entry)));
    return html`${this.renderFilter(all)}
      <p class="ledger-count">${shown.length} of ${all.length}</p>
      <div class="ledger" role="group" aria-label="Ledger" tabindex="0">
        <div>
          ${repeat(
            shown,
            ({ seq }) => seq,
            (entry) => html`<sandbox-ledger-row .entry=${entry} .name=${this.nameOf(entry)}></sandbox-ledger-row>`,
          )}
          ${
            shown.length === 0
              ? html`<p class="ledger-empty">
                  ${all.length === 0 ? 'Nothing has happened yet.' : 'No entry matches the filter.'}
                </p>`
              : nothing
          }
        </div>
      </div>
      ${
        this.end.isAtEnd
          ? nothing
          : html`<button type="button" class="to-newest" @click=${() => this.end.toEnd()}>${icons.down} Newest</button>`
      }`;
  }

  private renderFilter(all: readonly LedgerEntry[]): TemplateResult {
    const { text, kind, by } = this.filter;
    const people = [...new Set(all.flatMap((entry) => entry.by ?? []))];
    return html`<div class="ledger-filter">
      <label class="visually-hidden" for="ledger-filter">Filter the ledger</label>
      <input
        id="ledger-filter"
        class="field-input"
        type="search"
        placeholder="Words, for example: 503 ping"
        autocomplete="off"
        .value=${text}
        @input=${(event: InputEvent) => this.narrow({ text: chosenIn(event) })}
      />
      <label class="visually-hidden" for="ledger-kind">Kind of entry</label>
      <select
        id="ledger-kind"
        class="field-input"
        .value=${kind}
        @change=${(event: Event) => this.narrow({ kind: chosenIn(event) })}
      >
        <option value="">Every kind</option>
        ${Object.entries(ledgerKinds).map(([value, label]) => html`<option value=${value}>${label}</option>`)}
      </select>
      <label class="visually-hidden" for="ledger-by">Whose entries</label>
      <select
        id="ledger-by"
        class="field-input"
        .value=${by}
        @change=${(event: Event) => this.narrow({ by: chosenIn(event) })}
      >
        <option value="">Everybody</option>
        ${people.map((id) => html`<option value=${id}>${this.names.get(id) ?? id}</option>`)}
      </select>
    </div>`;
  }

  private nameOf({ by }: LedgerEntry): string {
    return by ? (this.names.get(by) ?? by) : '';
  }

  private narrow(change: Partial<LedgerFilter>): void {
    this.filter = { ...this.filter, ...change };
  }
}

function chosenIn(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

customElements.define('sandbox-ledger', LedgerView);
