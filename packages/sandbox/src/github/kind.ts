import { z } from 'zod';
import { code } from './text.js';

/** Says in lines of Markdown what happened, or nothing where a delivery is not what its kind promises. */
export type Kind = (payload: unknown, actor: string) => readonly string[] | undefined;

/** @param say - gets the actor as Markdown already; the words of the payload it must bring there itself. */
export function kind<Schema extends z.ZodType>(
  schema: Schema,
  say: (payload: z.output<Schema>, actor: string) => readonly string[],
): Kind {
  return (payload, actor) => {
    const read = schema.safeParse(payload);
    return read.success ? say(read.data, actor) : undefined;
  };
}

/** What was done, as GitHub names it: a few plain words. */
export const Action = z
  .string()
  .regex(/^[a-z_]{1,40}$/)
  .transform((action) => action.replaceAll('_', ' '));

/** The address of a page that people can look at. */
export const Address = z.string().catch('');

/** An issue or a pull request. */
export const Numbered = z.object({ number: z.int(), title: z.string(), html_url: Address });

/** The branch or tag that a reference of git names. */
export function branchOrTag(ref: string): string {
  const [, type, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? [];
  return `${type === 'tags' ? 'tag' : 'branch'} ${code(name ?? ref)}`;
}
