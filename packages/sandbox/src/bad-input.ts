import { exceededLimits, type Limit, type MemberLimit } from '@botwright/protocol';
import type { z } from 'zod';
import { Refusal } from './refusal.js';

type Issue = z.core.$ZodIssue;

/** Reads what a caller sent. `whole` names the thing itself where no member is to blame. */
export function readInput<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw Refusal.badInput(problemOf(result.error, whole));
}

/** The first thing that is wrong with a value, by the member that is to blame. */
export function problemOf({ issues: [issue] }: z.core.$ZodError, whole: string): string {
  return issue ? explain(issue, whole) : `${whole} is not what it should be`;
}

/** Refuses a body in which a member is longer, shorter, more or less than its limit. */
export function demandWithinLimits(limits: readonly MemberLimit[], body: unknown): void {
  const [exceeded] = exceededLimits(limits, body);
  if (exceeded === undefined) return;
  const { member, limit, found } = exceeded;
  throw Refusal.badInput(`${member} measures ${found}; ${range(limit)} is allowed`);
}

function range({ minimum = 0, value }: Limit): string {
  return value === null ? `at least ${minimum}` : `${minimum} to ${value}`;
}

function explain(issue: Issue, whole: string): string {
  const member = issue.path.length > 0 ? issue.path.map(String).join('.') : whole;
  return `${member} ${demand(issue)}`;
}

function demand(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected === 'int' ? 'whole number' : issue.expected)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unit(issue.origin)}`;
    case 'invalid_format':
      return `must be ${withArticle(issue.format)}`;
    case 'unrecognized_keys':
      return `has no member ${issue.keys.join(' and no member ')}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'custom':
      return issue.message;
    default:
      return `is refused: ${issue.message}`;
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) && !noun.startsWith('ur') ? `an ${noun}` : `a ${noun}`;
}
