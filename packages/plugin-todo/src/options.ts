import { z } from 'zod';

export const optionsSchema = z.strictObject({
  /** Name or id of the to-do channel; a name is looked for in the team that a command comes from. */
  channel: z.string().trim().min(1).default('to-do'),
  /** Path of a Markdown file whose checklist is kept in step with the channel. Without it there is no such file. */
  file: z.string().min(1).optional(),
  /** How often file and channel are compared even if neither says that it changed, in milliseconds. */
  pollMs: z.int().min(1000).max(86_400_000).default(30_000),
});

/** What `todo()` takes. */
export type TodoOptions = z.input<typeof optionsSchema>;

/** The options with every default filled in, for classes to inject. */
export class ResolvedOptions {
  readonly channel: string;
  readonly file: string | undefined;
  readonly pollMs: number;

  constructor({ channel, file, pollMs }: z.output<typeof optionsSchema>) {
    this.channel = channel;
    this.file = file;
    this.pollMs = pollMs;
  }
}
