import { z } from 'zod';
import { inferred, observed } from '../certainty.js';
import { ApplicationId, QuestionId } from '../ids.js';
import { list, orElse, orNull, resource, Timestamp } from '../wire.js';
import { User } from './user.js';

/** What an application's status reads (observed); the list may be longer. */
export const applicationStatuses = ['pending', 'approved', 'rejected'] as const;

/** What a decision is sent as (observed): an application that was sent `accepted` reads `approved`. */
export const applicationDecisions = ['accepted', 'rejected'] as const;
export type ApplicationDecision = (typeof applicationDecisions)[number];

/** The answer to one question, with the question as it stood. A list answers a choice (inferred). */
export const ApplicationAnswer = resource({
  questionId: observed(QuestionId, 'client:ts', 'client:py', 'console'),
  answer: observed(orNull(z.union([z.string(), z.array(z.string())])), 'client:ts', 'client:py', 'console'),
  question: observed(z.string(), 'client:ts', 'client:py', 'console'),
  optional: observed(orElse(z.boolean(), false), 'client:ts', 'client:py', 'console'),
  options: observed(list(z.string()), 'client:ts', 'client:py', 'console'),
}).meta({ id: 'ApplicationAnswer' });
export type ApplicationAnswer = z.output<typeof ApplicationAnswer>;

/** An application to join a team. The values of `type` are unknown, those of `status` in `applicationStatuses`. */
export const Application = resource({
  id: observed(ApplicationId, 'client:ts', 'client:py'),
  type: observed(orElse(z.string(), 'team'), 'client:ts', 'client:py'),
  submittedBy: observed(User, 'client:ts', 'client:py'),
  answers: observed(list(ApplicationAnswer), 'client:ts', 'client:py'),
  status: observed(z.string(), 'client:ts', 'client:py'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py'),
}).meta({ id: 'Application' });
export type Application = z.output<typeof Application>;

/** A question of a team's application form, as a caller sets it. `text` is the one type known. */
export const ApplicationQuestionInput = resource({
  question: observed(z.string(), 'client:ts', 'client:py', 'console'),
  type: observed(z.string(), 'client:ts'),
  optional: inferred(z.boolean().optional(), 'answers carry it'),
  options: inferred(z.array(z.string()).optional(), 'answers carry it'),
});
export type ApplicationQuestionInput = z.output<typeof ApplicationQuestionInput>;
