import { neutralise } from '../code-text.js';
import { Duration } from '../duration.js';
import type { GuardRefusal, GuardVerdict } from '../guards/guard.js';
import { en, type Texts } from '../texts/en.js';
import type { ExplainedConversion, ExplainedSpan, ExplainedToken, Explanation } from './explain.js';

type Words = Texts['explain'];

/** An explanation in lines for people, in English unless others are given; what people wrote in it is made harmless. */
export function explanationText(explanation: Explanation, texts: Texts = en): string {
  const { text, author, outcome, reason, prefix, command, name, answer } = explanation;
  const words = texts.explain;
  const { labels } = words;
  const row = rowsUnder([labels.text, labels.author, labels.place, labels.prefix, labels.command, labels.outcome]);
  const lines = [
    row(labels.text, neutralise(text.replaceAll('\n', '⏎'))),
    row(labels.author, `${neutralise(author.username)} (${author.id})`),
    row(labels.place, placeLine(explanation, words)),
    ...(prefix === null ? [] : [row(labels.prefix, cut(text, prefix))]),
    ...(command === null || name === null ? [] : [row(labels.command, `${command}  ${at(name)}`)]),
    ...section(
      labels.guards,
      explanation.guards.flatMap((verdict) => guardLines(verdict, '', words)),
    ),
    ...section(labels.tokens, explanation.tokens.map(tokenLine)),
    ...section(labels.arguments, explanation.conversions.map(conversionLine)),
    ...section(
      labels.cooldowns,
      explanation.cooldowns.map((cooldown) => cooldownLine(cooldown, texts)),
    ),
    row(labels.outcome, `${words.outcomes[outcome]}${reason === null ? '' : ` (${reason})`}`),
  ];
  if (answer !== null && answer !== '')
    lines.push(labels.answer, ...answer.split('\n').map((line) => `  ${neutralise(line)}`));
  return lines.join('\n');
}

/** Lines with a label each, whose contents begin in one column. */
function rowsUnder(labels: readonly string[]): (label: string, content: string) => string {
  const width = Math.max(...labels.map(({ length }) => length));
  return (label, content) => `${label.padEnd(width)}  ${content}`;
}

function placeLine({ place }: Explanation, words: Words): string {
  const { channelId, teamId } = place;
  const type = neutralise(place.channelType);
  return teamId === null ? words.outsideTeams(channelId, type) : words.inTeam(channelId, type, teamId);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function guardLines({ guard, refusal, parts }: GuardVerdict, indent: string, words: Words): string[] {
  const verdict = refusal === undefined ? words.letsThrough : words.refuses(refusal.code);
  const facts = refusal === undefined ? '' : factsOf(refusal, words);
  return [`${indent}${guard}  ${verdict}${facts}`, ...parts.flatMap((part) => guardLines(part, `${indent}  `, words))];
}

/** Who lacks what, where that is the reason. */
function factsOf(refusal: GuardRefusal, words: Words): string {
  switch (refusal.code) {
    case 'PERMISSION_MISSING':
    case 'CHANNEL_PERMISSION_MISSING':
      return ` (${refusal.whose}: ${refusal.missing.join(', ')})`;
    case 'CHANNEL_PERMISSION_UNCERTAIN': {
      const roles = refusal.dependsOn.map(({ id, name }) => `${neutralise(name)} (${id})`);
      const why = roles.length === 0 ? '' : `; ${words.dependsOn(roles.join(', '))}`;
      return ` (${refusal.whose}: ${refusal.uncertain.join(', ')}${why})`;
    }
    default:
      return '';
  }
}

function tokenLine(token: ExplainedToken): string {
  const value = token.value === null ? '' : ` = ${quoted(token.value)}`;
  return `${token.kind} ${quoted(token.text)}${value}  ${at(token)}`;
}

function conversionLine({ argument, type, text, value, problem, ...span }: ExplainedConversion): string {
  const outcome = problem === null ? `→ ${neutralise(value ?? '')}` : `✗ ${problem}`;
  return `${argument} (${type})  ${quoted(text)} ${outcome}  ${at(span)}`;
}

function cooldownLine(
  { uses, perMs, by, policy, retryAfterMs }: Explanation['cooldowns'][number],
  { explain, words: { units } }: Texts,
): string {
  const left =
    retryAfterMs === null ? explain.free : explain.freeAgain(new Duration(Math.ceil(retryAfterMs)).toString(units));
  return `${explain.cooldown(uses, new Duration(perMs).toString(units), by, policy)}  ${left}`;
}

function cut(text: string, { start, end }: ExplainedSpan): string {
  return `${quoted(text.slice(start, end))}  ${at({ start, end })}`;
}

function at({ start, end }: ExplainedSpan): string {
  return `[${start}–${end}]`;
}

function quoted(text: string): string {
  return `"${neutralise(text.replaceAll('\n', '⏎'))}"`;
}
