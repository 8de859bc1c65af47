import { html, type TemplateResult } from 'lit';
import type { InstrumentName, InstrumentState, Instruments, Speaker } from '../instruments.js';
import type { LedgerEntry } from '../ledger.js';
import { alertLine } from './attempt.js';
import './clock-view.js';
import './fault-board-view.js';
import { icons } from './icons.js';
import './ledger-view.js';
import { PageElement } from './page-element.js';
import './recorder-view.js';
import './trace-view.js';

const labels: Readonly<Record<InstrumentName, string>> = {
  ledger: 'Ledger',
  trace: 'Trace',
  faults: 'Faults',
  clock: 'Clock',
  record: 'Record',
};
const names = Object.keys(labels) as InstrumentName[];

/** The instruments beside the chat, one at a time. */
export class Inspector extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    names: { attribute: false },
    ignored: { attribute: false },
    botId: { attribute: false },
    speaker: { attribute: false },
    onClose: { attribute: false },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare names: ReadonlyMap<string, string>;
  declare ignored: readonly LedgerEntry[];
  declare botId: string;
  /** `undefined` where no place is open. */
  declare speaker: Speaker | undefined;
  declare onClose: () => void;

  protected override render(): TemplateResult {
    const { open, problem } = this.state;
    return html`<aside class="inspector" id="inspector" aria-labelledby="inspector-heading">
      <div class="inspector-head">
        <h2 class="side-heading" id="inspector-heading">Inspector</h2>
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
      <div class="tabs" role="tablist" aria-label="Instruments" @keydown=${this.onKey}>
        ${names.map((name) => this.renderTab(name))}
      </div>
      ${alertLine(problem)}
      <div class="tab-panel" id="instrument" role="tabpanel" aria-labelledby="tab-${open}" tabindex="-1">
        ${this.renderInstrument()}
      </div>
    </aside>`;
  }

  private renderTab(name: InstrumentName): TemplateResult {
    const isOpen = name === this.state.open;
    return html`<button
      type="button"
      class="tab"
      id="tab-${name}"
      role="tab"
      aria-selected=${isOpen}
      aria-controls="instrument"
      tabindex=${isOpen ? 0 : -1}
      @click=${() => this.instruments.show(name)}
    >
      ${labels[name]}
    </button>`;
  }

  private renderInstrument(): TemplateResult {
    const { instruments, state, botId } = this;
    switch (state.open) {
      case 'ledger':
        return html`<sandbox-ledger
          .entries=${state.entries}
          .ignored=${this.ignored}
          .names=${this.names}
        ></sandbox-ledger>`;
      case 'trace':
        return html`<sandbox-trace
          .instruments=${instruments}
          .state=${state}
          .names=${this.names}
          .botId=${botId}
          .speaker=${this.speaker}
        ></sandbox-trace>`;
      case 'faults':
        return html`<sandbox-faults
          .instruments=${instruments}
          .state=${state}
          .names=${this.names}
          .botId=${botId}
        ></sandbox-faults>`;
      case 'clock':
        return html`<sandbox-clock .instruments=${instruments} .state=${state}></sandbox-clock>`;
      case 'record':
        return html`<sandbox-recorder .instruments=${instruments} .state=${state}></sandbox-recorder>`;
    }
  }

  private onKey(event: KeyboardEvent): void {
    const index = names.indexOf(this.state.open);
    const last = names.length - 1;
    const next = {
      ArrowLeft: index === 0 ? last : index - 1,
      ArrowRight: index === last ? 0 : index + 1,
      Home: 0,
      End: last,
    }[event.key];
    const name = next === undefined ? undefined : names[next];
    if (name === undefined) return;
    event.preventDefault();
    this.instruments.show(name);
    this.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  }
}

customElements.define('sandbox-inspector', Inspector);
