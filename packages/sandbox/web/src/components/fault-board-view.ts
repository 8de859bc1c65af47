import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  describeRule,
  type FaultBoard,
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

/** Under which a new rule is drafted: no rule has this id. */
const newRule = '';

interface ShownRule {
  readonly id: string;
  /** `undefined` when the sandbox has it no more. */
  readonly rule: FaultBoard['rules'][number] | undefined;
}

/** The rules by which calls, frames and connections go wrong. */
export class FaultBoardView extends PageElement {
  static override properties = {
    instruments: { attribute: false },
    state: { attribute: false },
    names: { attribute: false },
    botId: { attribute: false },
  };
  declare instruments: Instruments;
  declare state: InstrumentState;
  declare names: ReadonlyMap<string, string>;
  declare botId: string;

  private readonly attempt = new Attempt(this);

  protected override render(): TemplateResult {
    const rules = this.shownRules();
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
        <sandbox-rule-editor
          .instruments=${this.instruments}
          .rule=${ruleToBeginWith}
          .draftId=${newRule}
          .action=${'Add'}
          .save=${(rule: unknown) => this.instruments.changeRules((board) => withRule(board, rule as FaultRule))}
        ></sandbox-rule-editor>
      </details>
    </div>`;
  }

  /** Those of the board, and those that are gone from it while somebody was changing them. */
  private shownRules(): ShownRule[] {
    const { board, drafts } = this.state;
    const known = new Set([newRule, ...board.rules.map(({ id }) => id)]);
    const gone = [...drafts.keys()].filter((id) => !known.has(id));
    return [...board.rules.map((rule) => ({ id: rule.id, rule })), ...gone.map((id) => ({ id, rule: undefined }))];
  }

  private renderRules(rules: readonly ShownRule[]): TemplateResult {
    return html`<ul class="rules" aria-labelledby="rules-heading">
      ${repeat(
        rules,
        ({ id }) => id,
        (shown) => this.renderRule(shown),
      )}
    </ul>`;
  }

  private renderRule({ id, rule }: ShownRule): TemplateResult {
    const isOver = !rule || isSpent(rule, this.state.board);
    return html`<li class=${isOver ? 'rule rule-spent' : 'rule'}>
      <div class="rule-head">
        <b class="rule-id">${id}</b>
        <span class="rule-struck">${rule ? struckTimes(rule, this.state.board) : 'removed meanwhile'}</span>
        <button
          type="button"
          class="button"
          aria-label="Remove ${id}"
          @click=${() => void this.attempt.run(() => this.removeRule(id))}
        >
          Remove
        </button>
      </div>
      <p class="rule-what">
        ${rule ? describeRule(rule, (user) => this.names.get(user) ?? user) : 'What you wrote is kept. Saving adds the rule again.'}
      </p>
      <details>
        <summary>Edit <span class="visually-hidden">${id}</span></summary>
        <sandbox-rule-editor
          .instruments=${this.instruments}
          .rule=${rule ?? { id }}
          .draftId=${id}
          .action=${'Save'}
          .save=${(changed: unknown) => this.instruments.changeRules((board) => withRuleChanged(board, id, changed))}
        ></sandbox-rule-editor>
      </details>
    </li>`;
  }

  private async add(rule: FaultRule): Promise<void> {
    await this.attempt.run(() => this.instruments.changeRules((board) => withRule(board, rule)));
  }

  private async removeRule(id: string): Promise<void> {
    await this.instruments.changeRules((board) => withoutRule(board, id));
    this.instruments.draftRule(id, undefined);
    this.querySelector<HTMLElement>('.presets button')?.focus();
  }

  private async clear(): Promise<void> {
    const shown = this.shownRules();
    if (!(await this.attempt.run(() => this.instruments.clearRules()))) return;
    for (const { id } of shown) this.instruments.draftRule(id, undefined);
    this.querySelector<HTMLElement>('.presets button')?.focus();
  }
}

function struckTimes(rule: FaultBoard['rules'][number], board: FaultBoard): string {
  const struck = board.struck[rule.id] ?? 0;
  const times = struck === 0 ? 'has not struck' : `struck ${struck}×`;
  return isSpent(rule, board) ? `${times}, spent` : times;
}

customElements.define('sandbox-faults', FaultBoardView);
