import { neutralise } from '../code-text.js';
import { Duration } from '../duration.js';
import type { GuardVerdict } from '../guards/guard.js';
import type { ExplainedConversion, ExplainedSpan, Explanation } from './explain.js';

const outcomes: Readonly<Record<Explanation['outcome'], string>> = {
  ignored: 'ignored: whoever says it, or the place, calls nothing',
  'no-prefix': 'no call: it begins with no prefix',
  unknown: 'no call: there is no such command',
  disabled: 'no call: the command is turned off in this team',
  refused: 'refused',
  failed: 'failed: something could not be read',
  runs: 'would run',
};

/** An explanation in lines for people, in English; what people wrote in it is made harmless to look at. */
export function explanationText(explanation: Explanation): string {
  const { text, author, place, outcome, reason, prefix, command, name, answer } = explanation;
  const team = place.teamId === null ? 'outside any team' : `team ${place.teamId}`;
  const lines = [
    `text     ${neutralise(text.replaceAll('\n', '⏎'))}`,
    `said by  ${neutralise(author.username)} (${author.id})`,
    `said in  channel ${place.channelId} (${neutralise(place.channelType)}), ${team}`,
    ...(prefix === null ? [] : [`prefix   ${cut(text, prefix)}`]),
    ...(command === null || name === null ? [] : [`command  ${command}  ${at(name)}`]),
    ...section(
      'guards',
      explanation.guards.flatMap((verdict) => guardLines(verdict, '')),
    ),
    ...section(
      'tokens',
      explanation.tokens.map((token) => {
        const value = token.value === null ? '' : ` = ${quoted(token.value)}`;
        return `${token.kind} ${quoted(token.text)}${value}  ${at(token)}`;
      }),
    ),
    ...section('arguments', explanation.conversions.map(conversionLine)),
    ...section('cooldowns', explanation.cooldowns.map(cooldownLine)),
    `outcome  ${outcomes[outcome]}${reason === null ? '' : ` (${reason})`}`,
  ];
  if (answer !== null && answer !== '')
    lines.push('answer', ...answer.split('\n').map((line) => `  ${neutralise(line)}`));
  return lines.join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function guardLines({ guard, refusal, parts }: GuardVerdict, indent: string): string[] {
  const verdict = refusal === undefined ? 'lets through' : `refuses: ${refusal.code}`;
  const facts = refusal?.code === 'PERMISSION_MISSING' ? ` (${refusal.whose}: ${refusal.missing.join(', ')})` : '';
  return [`${indent}${guard}  ${verdict}${facts}`, ...parts.flatMap((part) => guardLines(part, `${indent}  `))];
}

function conversionLine({ argument, type, text, value, problem, ...span }: ExplainedConversion): string {
  const outcome = problem === null ? `→ ${neutralise(value ?? '')}` : `✗ ${problem}`;
  return `${argument} (${type})  ${quoted(text)} ${outcome}  ${at(span)}`;
}

function cooldownLine({ uses, perMs, by, policy, retryAfterMs }: Explanation['cooldowns'][number]): string {
  const left = retryAfterMs === null ? 'free' : `free again in ${new Duration(Math.ceil(retryAfterMs))}`;
  return `${uses} in ${new Duration(perMs)} by ${by}, ${policy}  ${left}`;
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
