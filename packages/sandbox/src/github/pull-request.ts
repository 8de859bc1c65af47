import { z } from 'zod';
import { Action, kind, Numbered } from './kind.js';
import { code, link } from './text.js';

const PullRequest = z.object({
  action: Action,
  pull_request: Numbered.extend({ merged: z.boolean().nullish() }),
});

/** Where GitHub's word for an action makes no sentence. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['synchronize', 'pushed to'],
  ['review requested', 'asked for a review of'],
  ['review request removed', 'no longer asks for a review of'],
  ['converted to draft', 'turned into a draft'],
  ['ready for review', 'declared ready for review'],
]);

export const pullRequest = kind(PullRequest, ({ action, pull_request: pull }, actor) => {
  const verb = action === 'closed' && pull.merged ? 'merged' : (verbs.get(action) ?? action);
  return [`${actor} ${verb} pull request ${link(`#${pull.number}`, pull.html_url)} ${code(pull.title)}`];
});
