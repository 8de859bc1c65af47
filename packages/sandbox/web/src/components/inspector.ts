import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type LedgerEntry, matchesFilter, readLedger } from '../ledger.js';
import { messageOf } from '../message-of.js';
import { icons } from './icons.js';
import './ledger-row.js';
import { PageElement } from './page-element.js';
import { StickToEnd } from './stick-to-end.js';

const pollMs = 1000;

/** More rows make the page slow and help nobody; the ledger itself goes further back. */
const keptEntries = 1000;

/** What the sandbox writes down, live: every request, answer and frame. */
export class Inspector extends PageElement {
  static override properties = {
    controlToken: { attribute: false },
    names: { attribute: false },
    ignored: { attribute: false },
    onClose: { attribute: false },
    entries: { state: true },
    filter: { state: true },
    problem: { state: true },
  };
  declare controlToken: string;
  declare names: ReadonlyMap<string, string>;
  /** The page's own lines, shown among the sandbox's by time. */
  declare ignored: readonly LedgerEntry[];
  declare onClose: () => void;
  declare entries: readonly LedgerEntry[];
  declare filter: string;
  declare problem: string | undefined;

  private following = new AbortController();
  private readonly end = new StickToEnd(this, () => this.querySelector<HTMLElement>('.ledger'));

  constructor() {
    super();
    this.entries = [];
    this.filter = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.following = new AbortController();
    void this.follow(this.following.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.following.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another token means another sandbox, which counts from one again.
    if (changed.has('controlToken')) this.entries = [];
  }

  protected override render(): TemplateResult {
    const all = [...this.entries, ...this.ignored].sort((a, b) => a.at - b.at);
    const shown = all.filter((entry) => matchesFilter(entry, this.filter, this.nameOf(entry)));
    return html`<aside class="inspector" id="inspector" aria-labelledby="inspector-heading">
      <div class="inspector-head">
        <h2 class="side-heading" id="inspector-heading">Inspector</h2>
        <span class="inspector-count">${shown.length} of ${all.length}</span>
        <button
          type="button"
          class="icon-button"
          aria-label="Close the inspector"
          title="Close (Alt+I)"
          @click=${() => this.onClose()}
        >
          ${icons.close}
        </button>
      </div>
      <label class="visually-hidden" for="ledger-filter">Filter the ledger</label>
      <input
        id="ledger-filter"
        class="inspector-filter"
        type="search"
        placeholder="Filter, for example: answer ada"
        autocomplete="off"
        .value=${this.filter}
        @input=${this.onFilter}
      />
      ${this.problem === undefined ? nothing : html`<p class="alert" role="alert"><span>${this.problem}</span></p>`}
      <div class="ledger" role="group" aria-label="Ledger" tabindex="0">
        <div>
          ${repeat(
            shown,
            ({ seq }) => seq,
            (entry) => html`<sandbox-ledger-row .entry=${entry} .name=${this.nameOf(entry)}></sandbox-ledger-row>`,
          )}
          ${shown.length === 0 ? html`<p class="ledger-empty">${all.length === 0 ? 'Nothing has happened yet.' : 'No entry matches the filter.'}</p>` : nothing}
        </div>
      </div>
      ${
        this.end.isAtEnd
          ? nothing
          : html`<button type="button" class="to-newest" @click=${() => this.end.toEnd()}>${icons.down} Newest</button>`
      }
    </aside>`;
  }

  private nameOf({ by }: LedgerEntry): string {
    return by ? (this.names.get(by) ?? by) : '';
  }

  private onFilter(event: InputEvent): void {
    this.filter = (event.target as HTMLInputElement).value;
  }

  private async follow(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.readNews();
      await new Promise((resolve) => window.setTimeout(resolve, pollMs));
    }
  }

  private async readNews(): Promise<void> {
    const token = this.controlToken;
    try {
      const news = await readLedger(token, this.entries.at(-1)?.seq ?? 0);
      if (token !== this.controlToken) return;
      if (news.length > 0) this.entries = [...this.entries, ...news].slice(-keptEntries);
      this.problem = undefined;
    } catch (error) {
      this.problem = messageOf(error);
    }
  }
}

customElements.define('sandbox-inspector', Inspector);
