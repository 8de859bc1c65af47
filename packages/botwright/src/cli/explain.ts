import { BotwrightError } from '@botwright/core';

/** What a person in front of the terminal needs to know of a failure, and of what led to it. */
export function explain(failure: unknown): string {
  // Our own errors say what to do; anything else is a fault, and its stack says where.
  if (!(failure instanceof BotwrightError)) {
    // The sandbox stands beside the bot and has errors of its own; they too say what to do.
    if (isOfSandbox(failure)) return `${failure.message} (${failure.code})`;
    return failure instanceof Error ? faultText(failure) : String(failure);
  }
  const told = `${failure.message} (${failure.code})`;
  return [told, ...causesOf(failure).map((cause) => explain(cause).replaceAll(/^/gm, '  '))].join('\n  ');
}

/** A fault with those lines of its stack that lead to somebody's own code: how Node came there helps nobody. */
function faultText(failure: Error): string {
  const lines = (failure.stack ?? failure.message).split('\n');
  const told = lines.filter((line) => !isFrame(line) || !isMachinery(line));
  // Node and the reader of TypeScript say in words what is wrong; any other fault without a line of its own is ours.
  const saysEnough = 'code' in failure || failure instanceof SyntaxError;
  return (told.some(isFrame) || saysEnough ? told : lines).join('\n').trimEnd();
}

function isFrame(line: string): boolean {
  return /^ +at /.test(line);
}

/** Whether a line of a stack lies in Node, in this command, or in what reads its arguments. */
function isMachinery(line: string): boolean {
  return line.includes('node:') || line.includes(import.meta.url) || line.includes('/node_modules/commander/');
}

function isOfSandbox(failure: unknown): failure is Error & { readonly code: string } {
  return failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SANDBOX_');
}

function causesOf({ cause }: BotwrightError): readonly unknown[] {
  if (cause === undefined) return [];
  return cause instanceof AggregateError ? cause.errors : [cause];
}
