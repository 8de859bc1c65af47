import { html, nothing, type TemplateResult } from 'lit';
import { type Explanation, outcomeSentence } from '../explanation.js';
import type { Instruments, Question, Speaker } from '../instruments.js';
import { writeMentions } from '../mentions.js';
import { PageElement } from './page-element.js';
import './reading-view.js';

/** Tries what the bot would make of a text that nobody has said. */
export class TextTrial extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    speaker: { attribute: false },
    names: { attribute: false },
    question: { state: true },
    outcome: { state: true },
  };
  declare instruments: Instruments;
  declare speaker: Speaker;
  declare names: ReadonlyMap<string, string>;
  declare question: Question | undefined;
  /** For those who do not see what appears. */
  declare outcome: string | undefined;

  private asked = 0;

  protected override render(): TemplateResult {
    const { name, placeName } = this.speaker;
    return html`<form class="read-form" @submit=${this.onSubmit}>
        <div class="field">
          <label class="field-label" for="trial-text">What ${name} would say in ${placeName}</label>
          <input id="trial-text" name="text" class="field-input" required autocomplete="off" spellcheck="false" />
        </div>
        <button type="submit" class="button button-primary">Explain</button>
      </form>
      <p class="visually-hidden" role="status">${this.outcome}</p>
      <div class="reading" role="region" aria-label="How the bot would read it">
        ${this.question ? this.renderReading(this.question) : nothing}
      </div>`;
  }

  private renderReading(question: Question): TemplateResult {
    return html`<sandbox-reading
      .instruments=${this.instruments}
      .names=${this.names}
      .question=${question}
      .onRead=${this.onRead}
    ></sandbox-reading>`;
  }

  /** The box stands at the end of a long tab, and what comes of it below the box. */
  private readonly onRead = (explanation: Explanation): void => {
    this.outcome = outcomeSentence(explanation);
    this.querySelector('.reading')?.scrollIntoView({ block: 'nearest' });
  };

  private onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const text = writeMentions(String(new FormData(event.target as HTMLFormElement).get('text')), this.names);
    const { userId, channelId } = this.speaker;
    this.asked += 1;
    this.outcome = undefined;
    this.question = { text, userId, channelId, asked: this.asked };
  }
}

customElements.define('sandbox-text-trial', TextTrial);
