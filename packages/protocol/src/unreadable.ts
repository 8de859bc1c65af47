import type { z } from 'zod';

/** A payload that is not what it promises to be, and the first thing that is wrong with it. */
export class Unreadable {
  constructor(readonly problem: string) {}
}

/** The first thing that is wrong, with its place, as a line for people. */
export function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return error.message;
  const place = issue.path.map(String).join('.');
  return place ? `${place}: ${issue.message}` : issue.message;
}
