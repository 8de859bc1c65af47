import { z } from 'zod';
import { Address, branchOrTag, kind } from './kind.js';
import { code, link } from './text.js';

const maxCommits = 5;

const Commit = z.object({
  id: z.string(),
  message: z.string(),
  url: Address,
  author: z.object({ name: z.string() }),
});

const Push = z.object({
  ref: z.string(),
  created: z.boolean().catch(false),
  deleted: z.boolean().catch(false),
  forced: z.boolean().catch(false),
  compare: Address,
  commits: z.array(Commit),
});

export const push = kind(Push, (payload, actor) => {
  const { ref, commits, compare } = payload;
  const target = branchOrTag(ref);
  if (payload.deleted) return [`${actor} deleted ${target}`];
  const began = payload.created ? `${actor} created ${target}` : `${actor} pushed to ${target}`;
  const forced = payload.forced ? ' by force' : '';
  const count = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const more = commits.length - maxCommits;
  return [
    `${began}${forced}: ${link(count, compare)}`,
    ...commits.slice(0, maxCommits).map(commitLine),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
});

function commitLine({ id, message, url, author }: z.output<typeof Commit>): string {
  const [subject = ''] = message.split('\n', 1);
  const shortId = /^[0-9a-f]{7}/.exec(id)?.[0] ?? 'commit';
  return `- ${link(shortId, url)} ${code(subject)} by ${code(author.name)}`;
}
