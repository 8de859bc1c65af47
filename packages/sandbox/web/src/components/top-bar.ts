import { html, nothing, type TemplateResult } from 'lit';
import type { InstrumentName } from '../instruments.js';
import type { Connection } from '../socket.js';
import { icons, mark } from './icons.js';

export interface TopBarView {
  readonly people: readonly string[];
  readonly person: string | undefined;
  readonly connection: Connection;
  readonly isSideOpen: boolean;
  readonly isInspectorOpen: boolean;
  /** How many fault rules may strike. */
  readonly activeFaults: number;
  readonly isRecording: boolean;
  /** Opens the inspector at one of its instruments. */
  show(name: InstrumentName): void;
  choosePerson(name: string): void;
  retry(): void;
  toggleSide(): void;
  toggleInspector(): void;
}

export function topBar(view: TopBarView): TemplateResult {
  return html`<header class="top-bar">
    <button
      type="button"
      class="icon-button side-toggle"
      aria-label="Channels and members"
      aria-expanded=${view.isSideOpen}
      aria-controls="side"
      @click=${view.toggleSide}
    >
      ${icons.menu}
    </button>
    <h1 class="brand">${mark}<span class="brand-name">Botwright</span> <span class="brand-what">sandbox</span></h1>
    <a class="docs-link" href="/docs" title="What this sandbox answers, call by call">
      ${icons.docs}<span class="docs-link-text">API reference</span>
    </a>
    ${signs(view)} ${connectionStatus(view)} ${personSwitch(view)}
    <button
      type="button"
      class="icon-button"
      aria-label="Inspector"
      aria-pressed=${view.isInspectorOpen}
      aria-keyshortcuts="Alt+I"
      title="Inspector (Alt+I)"
      @click=${view.toggleInspector}
    >
      ${icons.inspector}
    </button>
  </header>`;
}

/** What is not as usual, and one click from where it can be ended. */
function signs({ activeFaults, isRecording, show }: TopBarView): TemplateResult {
  const faults = activeFaults === 1 ? '1 fault' : `${activeFaults} faults`;
  return html`<div class="signs" role="status">
    ${
      activeFaults === 0
        ? nothing
        : html`<button type="button" class="sign sign-fault" aria-label="${faults} active" @click=${() => show('faults')}>
            ${icons.fault}<span>${activeFaults}</span> <span class="sign-text">${activeFaults === 1 ? 'fault' : 'faults'}</span>
          </button>`
    }
    ${
      isRecording
        ? html`<button type="button" class="sign" aria-label="Recording" @click=${() => show('record')}>
            <span class="recording-dot" aria-hidden="true"></span><span class="sign-text">Recording</span>
          </button>`
        : nothing
    }
  </div>`;
}

function personSwitch({ people, person, choosePerson }: TopBarView): TemplateResult {
  const chosen = (event: Event): void => choosePerson((event.target as HTMLSelectElement).value);
  return html`<div class="person">
    <label class="person-label" for="person">You are</label>
    <select id="person" class="person-select" @change=${chosen}>
      ${people.map((name) => html`<option value=${name} .selected=${name === person}>${name}</option>`)}
    </select>
  </div>`;
}

const labels: Readonly<Record<Connection['kind'], string>> = {
  connecting: 'Connecting',
  open: 'Connected',
  waiting: 'Reconnecting',
  refused: 'Refused',
};

function connectionStatus({ connection, retry }: TopBarView): TemplateResult {
  const reason = 'reason' in connection ? connection.reason : undefined;
  return html`<div class="connection" data-kind=${connection.kind}>
    <p class="connection-text" role="status" title=${reason ?? nothing}>
      <span class="connection-dot" aria-hidden="true"></span>
      <span class="connection-label">${labels[connection.kind]}</span>
    </p>
    ${
      connection.kind === 'refused'
        ? html`<button type="button" class="link-button" @click=${retry}>Try again</button>`
        : nothing
    }
  </div>`;
}
