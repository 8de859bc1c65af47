import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Explanation } from '../explanation.js';
import type { Instruments, Question } from '../instruments.js';
import { Attempt } from './attempt.js';
import { explanationView } from './explanation-view.js';
import { PageElement } from './page-element.js';

/** Asks the bot how it reads a text, once for each question, and shows what it says. */
export class ReadingView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    names: { attribute: false },
    onRead: { attribute: false },
    question: { attribute: false, hasChanged: isOther },
    explanation: { state: true },
  };
  declare instruments: Instruments;
  declare names: ReadonlyMap<string, string>;
  declare question: Question;
  /** Told what the bot says, once it stands on the page. */
  declare onRead: ((explanation: Explanation) => void) | undefined;
  declare explanation: Explanation | undefined;

  private readonly attempt = new Attempt(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('question')) void this.ask(this.question);
  }

  protected override render(): TemplateResult {
    return html`${this.explanation ? explanationView(this.explanation, this.names) : nothing} ${this.attempt.render()}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('explanation') && this.explanation) this.onRead?.(this.explanation);
  }

  /** An answer that comes when something else is asked already is dropped. */
  private async ask(question: Question): Promise<void> {
    this.explanation = undefined;
    await this.attempt.run(async () => {
      const explanation = await this.instruments.explain(question);
      if (!isOther(question, this.question)) this.explanation = explanation;
    });
  }
}

function isOther(question: Question, before: Question | undefined): boolean {
  return JSON.stringify(question) !== JSON.stringify(before);
}

customElements.define('sandbox-reading', ReadingView);
