import { z } from 'zod';
import { Address, kind } from './kind.js';
import { code, link } from './text.js';

const WorkflowRun = z.object({
  action: z.enum(['requested', 'in_progress', 'completed']),
  workflow_run: z.object({
    name: z.string().nullish(),
    run_number: z.int(),
    head_branch: z.string().nullish(),
    conclusion: z.string().nullish(),
    html_url: Address,
  }),
});

const states = { requested: 'was asked for', in_progress: 'runs', completed: 'ended' };

export const workflowRun = kind(WorkflowRun, ({ action, workflow_run: run }) => {
  const result = action === 'completed' && run.conclusion ? ` with ${code(run.conclusion)}` : '';
  const branch = run.head_branch ? ` on ${code(run.head_branch)}` : '';
  const number = link(`#${run.run_number}`, run.html_url);
  return [`workflow ${code(run.name ?? '')} ${number} ${states[action]}${result}${branch}`];
});
