import { html, nothing, type TemplateResult } from 'lit';
import type { InstrumentState, Instruments } from '../instruments.js';
import { conversationOf, type Recording, type SavedFile, savedTest } from '../recording.js';
import { Attempt } from './attempt.js';
import { PageElement } from './page-element.js';

/** Writes down what people do and what the bot answers, and makes a test of it. */
export class RecorderView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    testTitle: { state: true },
    botFile: { state: true },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare testTitle: string;
  /** Where the test finds the bot, as its own import says it. */
  declare botFile: string;

  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    this.testTitle = 'the bot answers as recorded';
    this.botFile = '../src/bot.ts';
  }

  protected override render(): TemplateResult {
    const { record } = this.state;
    return html`<div class="instrument">
      ${record.kind === 'running' ? this.renderRunning(record.id) : this.renderStart()} ${this.attempt.render()}
      ${record.kind === 'done' ? this.renderDone(record.recording) : nothing}
    </div>`;
  }

  private renderStart(): TemplateResult {
    return html`<p class="instrument-note">
        What people do from here on, in any tab, is written down, and what the bot answers. The test does it again in a
        fresh world: what was there before is not part of it.
      </p>
      <button
        type="button"
        class="button button-primary"
        @click=${() => void this.attempt.run(() => this.instruments.startRecording())}
      >
        Start recording
      </button>`;
  }

  private renderRunning(id: string): TemplateResult {
    return html`<p class="recording" role="status"><span class="recording-dot" aria-hidden="true"></span> Recording</p>
      <p class="instrument-note">Talk to the bot; then stop.</p>
      <button
        type="button"
        class="button button-primary"
        @click=${() => void this.attempt.run(() => this.instruments.stopRecording(id))}
      >
        Stop recording
      </button>`;
  }

  private renderDone(recording: Recording): TemplateResult {
    const said = conversationOf(recording);
    if (said.length === 0) {
      return html`<p class="instrument-note" role="status">Nothing was done while it ran, so there is nothing to save.</p>`;
    }
    const files = savedTest(recording, this.testTitle, this.botFile);
    return html`<h3 class="instrument-heading">Recorded</h3>
      <ol class="recorded" aria-label="Recorded">
        ${said.map((line, index) => html`<li class="recorded-${recording.steps[index]?.kind ?? 'act'}">${line}</li>`)}
      </ol>
      <form class="save-test" @submit=${(event: SubmitEvent) => save(event, files)}>
        ${field('test-title', 'What the test shows', this.testTitle, (value) => {
          this.testTitle = value;
        })}
        ${field('bot-file', 'The bot, seen from the test', this.botFile, (value) => {
          this.botFile = value;
        })}
        <button type="submit" class="button button-primary">Save as test</button>
        <p class="instrument-note">Saves ${files.map(({ name }) => name).join(' and ')}; put them side by side.</p>
      </form>
      <details>
        <summary>See the test</summary>
        <pre class="entry-json" tabindex="0" role="group" aria-label="The test">${files[0]?.content}</pre>
      </details>`;
  }
}

function field(id: string, label: string, value: string, onInput: (value: string) => void): TemplateResult {
  return html`<div class="field">
    <label class="field-label" for=${id}>${label}</label>
    <input
      id=${id}
      class="field-input"
      required
      autocomplete="off"
      .value=${value}
      @input=${(event: InputEvent) => onInput((event.target as HTMLInputElement).value)}
    />
  </div>`;
}

function save(event: SubmitEvent, files: readonly SavedFile[]): void {
  event.preventDefault();
  files.forEach(download);
}

/** Hands a file to the browser, which puts it where it puts downloads. */
function download({ name, type, content }: SavedFile): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.click();
  // The browser has the content once it began, which it does after this turn.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

customElements.define('sandbox-recorder', RecorderView);
