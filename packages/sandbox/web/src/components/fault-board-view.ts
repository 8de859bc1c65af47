import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  describeRule,
  type FaultRule,
  isSpent,
  presets,
  ruleToBeginWith,
  withoutRule,
  withRule,
  withRuleChanged,
} from '../fault-rules.js';
import type { InstrumentState, Instruments } from '../instruments.js';
import { Attempt } from './attempt.js';
import { PageElement } from './page-element.js';
import './rule-editor.js';

/** The rules by which calls, frames and connections go wrong. */
export class FaultBoardView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    names: { attribute: false },
    botId: { attribute: false },
    newRules: { state: true },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare names: ReadonlyMap<string, string>;
  declare botId: string;
  /** How many rules of one's own were added: the next one is written in an editor of its own. */
  declare newRules: number;

  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    this.newRules = 0;
  }

  protected override render(): TemplateResult {
    const { rules } = this.state.board;
    return html`<div class="instrument">
      <h3 class="instrument-heading">Let something go wrong</h3>
      <ul class="presets" aria-label="Ready-made rules">
        ${presets.map(
          ({ label, what, rule }) => html`<li>
            <button type="button" class="button" title=${what} @click=${() => void this.add(rule(this.botId))}>
              ${label}
            </button>
          </li>`,
        )}
      </ul>
      ${this.attempt.render()}
      <div class="instrument-bar">
        <h3 class="instrument-heading" id="rules-heading">Rules</h3>
        ${
          rules.length === 0
            ? nothing
            : html`<button type="button" class="button" @click=${() => void this.clear()}>Clear all</button>`
        }
      </div>
      ${
        rules.length === 0
          ? html`<p class="instrument-note">None: everything goes as it should.</p>`
          : this.renderRules(rules)
      }
      <details class="own-rule">
        <summary>A rule of your own</summary>
        <p class="instrument-note">
          <code>on</code> is <code>rest</code> or <code>gateway</code>; <code>operation</code> or <code>kinds</code>,
          <code>by</code>, <code>times</code>, <code>probability</code> and <code>seed</code> may be left out.
        </p>
        ${repeat(
          [this.newRules],
          (number) => number,
          () =>
            html`<sandbox-rule-editor
              .rule=${ruleToBeginWith}
              .editorId=${'own'}
              .action=${'Add'}
              .save=${(rule: unknown) => this.addOwn(rule)}
            ></sandbox-rule-editor>`,
        )}
      </details>
    </div>`;
  }

  private renderRules(rules: InstrumentState['board']['rules']): TemplateResult {
    return html`<ul class="rules" aria-labelledby="rules-heading">
      ${repeat(
        rules,
        ({ id }) => id,
        (rule) => this.renderRule(rule),
      )}
    </ul>`;
  }

  private renderRule(rule: FaultRule & { readonly id: string }): TemplateResult {
    const { board } = this.state;
    const struck = board.struck[rule.id] ?? 0;
    const spent = isSpent(rule, board);
    return html`<li class=${spent ? 'rule rule-spent' : 'rule'}>
      <div class="rule-head">
        <b class="rule-id">${rule.id}</b>
        <span class="rule-struck">${struck === 0 ? 'has not struck' : `struck ${struck}×`}${spent ? ', spent' : ''}</span>
        <button
          type="button"
          class="button"
          aria-label="Remove ${rule.id}"
          @click=${() => void this.attempt.run(() => this.removeRule(rule.id))}
        >
          Remove
        </button>
      </div>
      <p class="rule-what">${describeRule(rule, (id) => this.names.get(id) ?? id)}</p>
      <details>
        <summary>Edit <span class="visually-hidden">${rule.id}</span></summary>
        <sandbox-rule-editor
          .rule=${rule}
          .editorId=${rule.id}
          .action=${'Save'}
          .save=${(changed: unknown) => this.instruments.setRules(withRuleChanged(board, rule.id, changed))}
        ></sandbox-rule-editor>
      </details>
    </li>`;
  }

  private async add(rule: FaultRule): Promise<void> {
    await this.attempt.run(() => this.instruments.setRules(withRule(this.state.board, rule)));
  }

  private async addOwn(rule: unknown): Promise<void> {
    await this.instruments.setRules(withRule(this.state.board, rule as FaultRule));
    this.newRules += 1;
  }

  private async removeRule(id: string): Promise<void> {
    await this.instruments.setRules(withoutRule(this.state.board, id));
    this.querySelector<HTMLElement>('.presets button')?.focus();
  }

  private async clear(): Promise<void> {
    await this.attempt.run(() => this.instruments.clearRules());
    this.querySelector<HTMLElement>('.presets button')?.focus();
  }
}

customElements.define('sandbox-faults', FaultBoardView);
