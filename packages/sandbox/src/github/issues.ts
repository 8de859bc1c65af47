import { z } from 'zod';
import { Action, Address, kind, Numbered } from './kind.js';
import { code, link } from './text.js';

const Issues = z.object({ action: Action, issue: Numbered });

export const issues = kind(Issues, ({ action, issue }, actor) => {
  return [`${actor} ${action} issue ${link(`#${issue.number}`, issue.html_url)} ${code(issue.title)}`];
});

const IssueComment = z.object({
  action: z.enum(['created', 'edited', 'deleted']),
  issue: Numbered.extend({ pull_request: z.unknown().optional() }),
  comment: z.object({ body: z.string(), html_url: Address }),
});

const commentVerbs = { created: 'commented on', edited: 'changed a comment on', deleted: 'deleted a comment on' };

export const issueComment = kind(IssueComment, ({ action, issue, comment }, actor) => {
  // GitHub tells of comments on pull requests in the same way.
  const thing = issue.pull_request ? 'pull request' : 'issue';
  const address = action === 'deleted' ? issue.html_url : comment.html_url;
  const said = `${actor} ${commentVerbs[action]} ${thing} ${link(`#${issue.number}`, address)} ${code(issue.title)}`;
  return action === 'deleted' ? [said] : [said, code(comment.body)];
});
