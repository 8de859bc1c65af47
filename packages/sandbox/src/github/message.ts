import { limits } from '@botwright/protocol';
import { z } from 'zod';
import { issueComment, issues } from './issues.js';
import type { Kind } from './kind.js';
import { pullRequest } from './pull-request.js';
import { push } from './push.js';
import { release } from './release.js';
import { fork, ping, star } from './repository.js';
import { code } from './text.js';
import { workflowRun } from './workflow-run.js';

/** The kinds of events that are told in words of their own, by the names that GitHub gives them. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ['push', push],
  ['pull_request', pullRequest],
  ['issues', issues],
  ['issue_comment', issueComment],
  ['release', release],
  ['workflow_run', workflowRun],
  ['star', star],
  ['fork', fork],
  ['ping', ping],
]);

const words = z.string().optional().catch(undefined);

/** What nearly every delivery holds; none of it may cost the message. */
const Delivery = z
  .object({
    action: words,
    repository: z.object({ full_name: words }).catch({ full_name: undefined }),
    organization: z.object({ login: words }).catch({ login: undefined }),
    sender: z.object({ login: words }).catch({ login: undefined }),
  })
  .catch({ action: undefined, repository: {}, organization: {}, sender: {} });

/**
 * Tells in Markdown of a delivery of GitHub, within the length of a message. It never fails: what is odd or unknown
 * gets a line with whatever is known.
 *
 * @param event - The header X-GitHub-Event.
 */
export function githubMessage(event: string | undefined, payload: unknown): string {
  const { action, repository, organization, sender } = Delivery.parse(payload);
  const place = code(repository.full_name ?? organization.login ?? 'GitHub');
  const actor = code(sender.login ?? 'somebody');
  const own = event === undefined ? undefined : kinds.get(event)?.(payload, actor);
  const what = [event ?? 'event', ...(action === undefined ? [] : [action])];
  const [first = '', ...rest] = own ?? [`${what.map(code).join(' ')} by ${actor}`];
  return withinLimit([`${place}: ${first}`, ...rest]);
}

/** As many lines as fit: no single one is nearly as long as a message may be. */
function withinLimit(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    const longer = `${text}\n${line}`;
    return longer.length > limits.messageContentLength.value ? text : longer;
  });
}
