import type { Message, MessageId } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { InstrumentState, Instruments, Question, Speaker } from '../instruments.js';
import type { LedgerEntry } from '../ledger.js';
import { readMentions } from '../mentions.js';
import { clockTimeWithMs, timeSpan } from '../time-format.js';
import { questionsIn, type Trace, type TracePart, traceOf } from '../trace.js';
import './ledger-row.js';
import { PageElement } from './page-element.js';
import './reading-view.js';
import './text-trial.js';

/** How much of a message its line in the list of messages shows. */
const shownLength = 40;

/** From a message to what it led to, and how the bot read it; or how it would read another text. */
export class TraceView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    names: { attribute: false },
    botId: { attribute: false },
    speaker: { attribute: false },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare names: ReadonlyMap<string, string>;
  declare botId: string;
  declare speaker: Speaker | undefined;

  protected override render(): TemplateResult {
    const { entries, tracedId } = this.state;
    const questions = questionsIn(entries, this.botId);
    const id = tracedId ?? questions[0]?.id;
    const trace = id === undefined ? undefined : traceOf(entries, id, this.botId);
    const isListed = questions.some((question) => question.id === id);
    return html`<div class="instrument">
      ${trace ? this.renderChoice(isListed ? questions : [trace.message, ...questions], id) : nothing}
      ${trace ? this.renderTrace(trace) : renderNothing(id)}
      ${this.state.hasExplainer ? this.renderTrial() : renderNobodyToAsk()}
    </div>`;
  }

  private renderChoice(questions: readonly Message[], chosen: MessageId | undefined): TemplateResult {
    const choose = (event: Event): void => this.instruments.trace((event.target as HTMLSelectElement).value);
    return html`<div class="field">
      <label class="field-label" for="traced">Message</label>
      <select id="traced" class="field-input" @change=${choose}>
        ${questions.map(
          (message) =>
            html`<option value=${message.id} .selected=${message.id === chosen}>${this.lineOf(message)}</option>`,
        )}
      </select>
    </div>`;
  }

  private lineOf(message: Message): string {
    const said = this.textOf(message);
    const cut = said.length > shownLength ? `${said.slice(0, shownLength)}…` : said;
    return `${message.createdBy.username}: ${cut}`;
  }

  private textOf({ content }: Message): string {
    return readMentions(content ?? '', this.names);
  }

  private renderTrace(trace: Trace): TemplateResult {
    const { message, began, answeredAfterMs } = trace;
    const outcome =
      answeredAfterMs === undefined
        ? 'The bot has not answered.'
        : html`The bot answered after <b>${timeSpan(answeredAfterMs)}</b>.`;
    return html`
      <h3 class="instrument-heading">${message.createdBy.username}: ${this.textOf(message)}</h3>
      <p class="instrument-note">At ${clockTimeWithMs(began)}. ${outcome}</p>
      <ol class="trace" aria-label="What it led to">
        ${trace.parts.map((part) => this.renderPart(part, began))}
      </ol>
      ${this.state.hasExplainer ? this.renderReading(message) : nothing}
    `;
  }

  private renderReading({ content, channelId, createdBy }: Message): TemplateResult {
    if (createdBy.webhook) return html`<p class="instrument-note">It came by a webhook, and those call nothing.</p>`;
    const question: Question = { text: content ?? '', userId: createdBy.id, channelId, asked: 0 };
    return html`<h3 class="instrument-heading">How the bot reads it</h3>
      <p class="instrument-note">As it would if it were said now.</p>
      <div class="reading" role="region" aria-label="How the bot reads it">
        <sandbox-reading .instruments=${this.instruments} .names=${this.names} .question=${question}></sandbox-reading>
      </div>`;
  }

  private renderTrial(): TemplateResult | typeof nothing {
    if (!this.speaker) return nothing;
    return html`<h3 class="instrument-heading">Try a text</h3>
      <p class="instrument-note">The bot says how it would read it. Nothing is sent, and no command runs.</p>
      <sandbox-text-trial
        .instruments=${this.instruments}
        .speaker=${this.speaker}
        .names=${this.names}
      ></sandbox-text-trial>`;
  }

  private renderPart({ title, steps }: TracePart, began: number): TemplateResult {
    return html`<li class="trace-part">
      <h4 class="trace-title">${title}</h4>
      ${steps.length === 0 ? html`<p class="instrument-note">Nothing.</p>` : nothing}
      ${steps.map(
        (entry) =>
          html`<sandbox-ledger-row .entry=${entry} .name=${this.nameOf(entry)} .since=${began}></sandbox-ledger-row>`,
      )}
    </li>`;
  }

  private nameOf({ by }: LedgerEntry): string {
    return by ? (this.names.get(by) ?? by) : '';
  }
}

function renderNobodyToAsk(): TemplateResult {
  return html`<h3 class="instrument-heading">How the bot reads a text</h3>
    <p class="instrument-note">
      A bot in the process of this sandbox says here how it reads a text, and there is none. Start both together, without
      <code>BOT_TOKEN</code>:
    </p>
    <pre class="command" tabindex="0" role="group" aria-label="Command">botwright start src/bot.ts</pre>`;
}

function renderNothing(id: MessageId | undefined): TemplateResult {
  if (id !== undefined)
    return html`<p class="instrument-note">The ledger does not go back to that message any more.</p>`;
  return html`<p class="instrument-note">
    Nobody has said anything yet. Say something to the bot, or press <kbd>T</kbd> on a message in the chat.
  </p>`;
}

customElements.define('sandbox-trace', TraceView);
