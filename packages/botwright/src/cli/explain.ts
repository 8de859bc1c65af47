import { BotwrightError } from '@botwright/core';

/** What a person in front of the terminal needs to know of a failure, and of what led to it. */
export function explain(failure: unknown): string {
  // Our own errors say what to do; anything else is a fault, and its stack says where.
  if (!(failure instanceof BotwrightError)) {
    // The sandbox stands beside the bot and has errors of its own; they too say what to do.
    if (isOfSandbox(failure)) return `${failure.message} (${failure.code})`;
    return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  }
  const told = `${failure.message} (${failure.code})`;
  return [told, ...causesOf(failure).map((cause) => explain(cause).replaceAll(/^/gm, '  '))].join('\n  ');
}

function isOfSandbox(failure: unknown): failure is Error & { readonly code: string } {
  return failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SANDBOX_');
}

function causesOf({ cause }: BotwrightError): readonly unknown[] {
  if (cause === undefined) return [];
  return cause instanceof AggregateError ? cause.errors : [cause];
}
