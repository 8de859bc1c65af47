import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Instruments } from '../instruments.js';
import { messageOf } from '../message-of.js';
import { PageElement } from './page-element.js';

/**
 * A fault rule as JSON, and beside it why the sandbox does not take it. What is typed belongs to the instruments: the
 * editor itself comes and goes with what the sandbox answers.
 */
export class RuleEditor extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    rule: { attribute: false },
    draftId: { attribute: false },
    action: { attribute: false },
    save: { attribute: false },
    refusal: { state: true },
  };
  declare instruments: Instruments;
  declare rule: object;
  /** Under which the instruments keep what is typed; tells one editor of the page from another. */
  declare draftId: string;
  declare action: string;
  /** Throws when the sandbox refuses. */
  declare save: (rule: unknown) => Promise<void>;
  declare refusal: string | undefined;

  /** `undefined` until something is typed. */
  private get draft(): string | undefined {
    return this.instruments.state.drafts.get(this.draftId);
  }

  protected override firstUpdated(): void {
    const fold = this.closest('details');
    if (fold && this.draft !== undefined) fold.open = true;
  }

  protected override render(): TemplateResult {
    const id = `rule-${encodeURIComponent(this.draftId)}`;
    const text = this.draft ?? JSON.stringify(this.rule, null, 2);
    return html`<form class="rule-editor" @submit=${this.onSubmit}>
      <label class="field-label" for=${id}>Rule as JSON</label>
      <textarea
        id=${id}
        class="field-input rule-json"
        rows=${Math.min(14, text.split('\n').length)}
        spellcheck="false"
        autocomplete="off"
        aria-invalid=${this.refusal === undefined ? 'false' : 'true'}
        aria-describedby="${id}-refusal"
        .value=${live(text)}
        @input=${this.onInput}
        @keydown=${this.onKey}
      ></textarea>
      <p class="alert" id="${id}-refusal" role="alert">
        ${this.refusal === undefined ? nothing : html`<span>${this.refusal}</span>`}
      </p>
      <button type="submit" class="button button-primary">${this.action}</button>
    </form>`;
  }

  private onInput(event: InputEvent): void {
    this.instruments.draftRule(this.draftId, (event.target as HTMLTextAreaElement).value);
    this.refusal = undefined;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.querySelector('form')?.requestSubmit();
  }

  private onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void this.submit();
  }

  private async submit(): Promise<void> {
    const { draft } = this;
    this.refusal = undefined;
    try {
      await this.save(readRule(draft ?? JSON.stringify(this.rule)));
      // What was typed while the sandbox was asked is not saved yet.
      if (this.draft === draft) this.instruments.draftRule(this.draftId, undefined);
      this.requestUpdate();
    } catch (error) {
      this.refusal = messageOf(error);
    }
  }
}

/** Only the sandbox knows rules; that they are objects is needed to give them an id. */
function readRule(text: string): object {
  let rule: unknown;
  try {
    rule = JSON.parse(text);
  } catch (cause) {
    throw new Error(`This is not JSON: ${messageOf(cause)}`, { cause });
  }
  if (typeof rule === 'object' && rule !== null && !Array.isArray(rule)) return rule;
  throw new Error('A rule is an object: {"on": …, "then": …}.');
}

customElements.define('sandbox-rule-editor', RuleEditor);
