import type { CommandContext } from '../context.js';
import { type CallGuard, type GuardRefusal, type GuardVerdict, isUncertain } from './guard.js';

type Guards = readonly [CallGuard, ...CallGuard[]];

/** Lets through whom each of these lets through. They are asked in order, up to the first that refuses. */
export function all(...guards: Guards): CallGuard {
  const name = nameOf('all', guards);
  return {
    name,
    stage: stageOf(guards),
    phrase: (texts) => texts.and(guards.map((one) => one.phrase(texts))),
    async check(context) {
      const parts = await askUntil(guards, context, ({ refusal }) => refusal !== undefined);
      return { guard: name, refusal: parts.at(-1)?.refusal, parts };
    },
  };
}

/** Lets through whom one of these lets through. They are asked in order, up to the first that does. */
export function any(...guards: Guards): CallGuard {
  const name = nameOf('any', guards);
  return {
    name,
    stage: stageOf(guards),
    phrase: (texts) => texts.or(guards.map((one) => one.phrase(texts))),
    async check(context) {
      const parts = await askUntil(guards, context, ({ refusal }) => refusal === undefined);
      const refusals = parts.flatMap(({ refusal }) => refusal ?? []);
      const isHeld = refusals.length < parts.length;
      return { guard: name, refusal: isHeld ? undefined : { code: 'NONE_HELD', refusals }, parts };
    },
  };
}

/** Lets through whom the other does not. A guard that cannot tell lets nobody through either way. */
export function not(inner: CallGuard): CallGuard {
  const name = nameOf('not', [inner]);
  return {
    name,
    stage: inner.stage,
    phrase: (texts) => texts.guards.not(inner.phrase(texts)),
    async check(context) {
      const part = await inner.check(context);
      return { guard: name, refusal: opposite(part.refusal), parts: [part] };
    },
  };
}

function opposite(refusal: GuardRefusal | undefined): GuardRefusal | undefined {
  if (refusal === undefined) return { code: 'MUST_NOT_HOLD' };
  return isUncertain(refusal) ? refusal : undefined;
}

async function askUntil(
  guards: Guards,
  context: CommandContext,
  isEnough: (verdict: GuardVerdict) => boolean,
): Promise<GuardVerdict[]> {
  const parts: GuardVerdict[] = [];
  for (const one of guards) {
    const verdict = await one.check(context);
    parts.push(verdict);
    if (isEnough(verdict)) break;
  }
  return parts;
}

function stageOf(guards: Guards): CallGuard['stage'] {
  return guards.every(({ stage }) => stage === 'place') ? 'place' : 'permission';
}

function nameOf(kind: string, guards: Guards): string {
  return `${kind}(${guards.map(({ name }) => name).join(', ')})`;
}
