import { html, nothing, type TemplateResult } from 'lit';
import {
  type Conversion,
  type Cooldown,
  type Explanation,
  type GuardVerdict,
  outcomeSentence,
  type Piece,
  piecesOf,
  refusalSentence,
  type Span,
  type Token,
  tokenKind,
} from '../explanation.js';
import { waitingTime } from '../time-format.js';
import { richText } from './rich-text.js';

/** How a bot reads a text, from its tokens to what would come of it. */
export function explanationView(explanation: Explanation, names: ReadonlyMap<string, string>): TemplateResult {
  const { command, name, guards, tokens, conversions, cooldowns, reason, answer } = explanation;
  return html`
    <p class="read-text" role="group" aria-label="The text, as it was cut">${piecesOf(explanation).map(pieceView)}</p>
    <p>
      <b>${outcomeSentence(explanation)}</b>
      ${reason === null ? nothing : html`<code class="read-code">${reason}</code>`}
    </p>
    ${answer ? answerView(answer, names) : nothing}
    ${command === null || !name ? nothing : html`<p>Command <code>${command}</code> ${positionView(name)}</p>`}
    ${listOf('Tokens', tokens.map(tokenView))} ${listOf('Arguments', conversions.map(conversionView))}
    ${listOf('Guards', guards.map(guardView))} ${listOf('Cooldowns', cooldowns.map(cooldownView))}
  `;
}

function answerView(answer: string, names: ReadonlyMap<string, string>): TemplateResult {
  return html`<p class="instrument-note">It would answer:</p>
    <blockquote class="read-answer">${richText(answer, { names, ownId: undefined })}</blockquote>`;
}

function pieceView({ text, role, number }: Piece): TemplateResult {
  if (!role) return html`${text}`;
  return html`<mark class="read-piece" data-role=${role} data-number=${number ?? nothing}>${text}</mark>`;
}

function listOf(title: string, lines: readonly TemplateResult[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<section class="trace-part">
    <h4 class="trace-title">${title}</h4>
    <ol class="read-list" aria-label=${title}>
      ${lines}
    </ol>
  </section>`;
}

function positionView({ start, end }: Span): TemplateResult {
  return html`<span class="read-position" title="From the first to behind the last character">${start}–${end}</span>`;
}

function tokenView(token: Token, index: number): TemplateResult {
  const { text, value } = token;
  return html`<li class="read-line">
    <span class="read-number">${index + 1}</span> ${tokenKind(token)} <code>${text}</code>
    ${value === null ? nothing : html`= <code>${value}</code>`} ${positionView(token)}
  </li>`;
}

function conversionView({ argument, type, text, value, problem, ...span }: Conversion): TemplateResult {
  return html`<li class="read-line">
    ${verdictMark(problem === null)} <b>${argument}</b> (${type}) <code>${text}</code> →
    ${problem === null ? html`<code>${value}</code>` : html`not taken: <code>${problem}</code>`} ${positionView(span)}
  </li>`;
}

function guardView({ guard, refusal, parts }: GuardVerdict): TemplateResult {
  return html`<li class="read-line">
    ${verdictMark(!refusal)} <code>${guard}</code>
    ${refusal ? html`refuses: ${refusalSentence(refusal)}` : 'lets through'}
    ${parts.length === 0 ? nothing : html`<ol class="read-list read-parts">${parts.map(guardView)}</ol>`}
  </li>`;
}

function cooldownView({ uses, perMs, by, policy, retryAfterMs }: Cooldown): TemplateResult {
  const times = uses === 1 ? 'once' : `${uses} times`;
  const left = retryAfterMs === null ? 'free' : `free again in ${waitingTime(retryAfterMs)}`;
  return html`<li class="read-line">
    ${verdictMark(retryAfterMs === null)} ${times} in ${waitingTime(perMs)}, by ${by} (${policy}): ${left}
  </li>`;
}

/** The words beside it say the same. */
function verdictMark(isGood: boolean): TemplateResult {
  return html`<span class="read-verdict" data-verdict=${isGood ? 'yes' : 'no'} aria-hidden="true"
    >${isGood ? '✓' : '✗'}</span
  >`;
}
