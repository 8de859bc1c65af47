import { html, type TemplateResult } from 'lit';
import type { ClockReading, InstrumentState, Instruments } from '../instruments.js';
import { utcTime } from '../time-format.js';
import { Attempt } from './attempt.js';
import { PageElement } from './page-element.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly (readonly [label: string, ms: number])[] = [
  ['+1 min', minute],
  ['+1 h', hour],
  ['+1 day', day],
  ['+3 days', 3 * day],
];

const units: Readonly<Record<string, number>> = { seconds: second, minutes: minute, hours: hour, days: day };

/** The time by which the sandbox goes, and the way to move it. */
export class ClockView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    isMoving: { state: true },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare isMoving: boolean;

  private readonly attempt = new Attempt(this);

  protected override render(): TemplateResult {
    const { clock } = this.state;
    if (!clock)
      return html`<div class="instrument"><p class="instrument-note" role="status">Asking for the time…</p></div>`;
    return html`<div class="instrument">
      ${renderTime(clock)} ${clock.virtual ? this.renderSteps() : renderHowTo()} ${this.attempt.render()}
    </div>`;
  }

  private renderSteps(): TemplateResult {
    return html`
      <p class="instrument-note">Time stands still until you move it, for the sandbox and for a bot started with it.</p>
      <div class="clock-steps" role="group" aria-label="Move the clock">
        ${steps.map(
          ([label, ms]) =>
            html`<button type="button" class="button" ?disabled=${this.isMoving} @click=${() => void this.move(ms)}>
              ${label}
            </button>`,
        )}
      </div>
      <form class="clock-own" @submit=${this.onSubmit}>
        <div class="field">
          <label class="field-label" for="clock-amount">Move by</label>
          <input
            id="clock-amount"
            name="amount"
            class="field-input"
            type="number"
            min="0"
            max="1000000"
            step="any"
            value="10"
            required
          />
        </div>
        <div class="field">
          <label class="field-label" for="clock-unit">Unit</label>
          <select id="clock-unit" name="unit" class="field-input">
            ${Object.keys(units).map((unit) => html`<option .selected=${unit === 'minutes'}>${unit}</option>`)}
          </select>
        </div>
        <button type="submit" class="button button-primary" ?disabled=${this.isMoving}>Move</button>
      </form>
    `;
  }

  private onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement);
    const unitMs = units[String(given.get('unit'))] ?? minute;
    void this.move(Math.round(Number(given.get('amount')) * unitMs));
  }

  private async move(ms: number): Promise<void> {
    this.isMoving = true;
    await this.attempt.run(() => this.instruments.advance(ms));
    this.isMoving = false;
  }
}

function renderTime({ now, virtual }: ClockReading): TemplateResult {
  return html`<p class="clock-now">
      <time datetime=${new Date(now).toISOString()} aria-live=${virtual ? 'polite' : 'off'}>${utcTime(now)}</time>
    </p>
`;
}

function renderHowTo(): TemplateResult {
  return html`<p class="instrument-note">This is the clock of the machine, which goes by itself. Start with one that you can move:</p>
    <pre class="command" tabindex="0" role="group" aria-label="Commands">
npm start -- --clock virtual
botwright sandbox --clock virtual</pre
    >`;
}

customElements.define('sandbox-clock', ClockView);
