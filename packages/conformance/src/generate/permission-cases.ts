import type { Right } from '@botwright/protocol';
import type { Case } from '../case.js';
import { type Draft, draftCase, type Subject } from './draft.js';
import { grant } from './rights.js';

/** Only who may, may: known callers, and of these only those with one of the rights that the contract names. */
export function permissionCases(subject: Subject): Case[] {
  const { operation, recipe } = subject;
  if (operation.auth === 'webhook') return webhookCases(subject);
  const { needs = [] } = operation;
  return [
    refusal(subject, 401, { title: 'refuses a call without a token', as: 'nobody' }),
    refusal(subject, 401, { title: 'refuses a token that nobody was given', as: 'stranger' }),
    ...(needs.length > 0 ? [lackingCase(subject, needs)] : []),
    ...needs.map((right) => holdingCase({ operation, recipe }, needs, right)),
  ];
}

function webhookCases(subject: Subject): Case[] {
  const parameters = { ...subject.recipe.parameters, webhookToken: 'not-the-token' };
  return [
    refusal(subject, 404, { title: 'refuses a wrong token in the path', call: { parameters } }),
    draftCase(subject, {
      aspect: 'permission',
      title: 'ignores an Authorization header',
      expect: { status: 200 },
      as: 'stranger',
    }),
  ];
}

function lackingCase(subject: Subject, needs: readonly Right[]): Case {
  return refusal(subject, 403, {
    title: `refuses a member without ${needs.map(wording).join(' or ')}`,
    as: 'member',
    author: 'bot',
    people: ['member'],
    setup: grant(subject.recipe, needs, undefined),
  });
}

function holdingCase(subject: Subject, needs: readonly Right[], right: Right): Case {
  return draftCase(subject, {
    aspect: 'permission',
    title: `takes a member with ${wording(right)} alone`,
    expect: { status: 200 },
    as: 'member',
    author: right === 'author' ? 'member' : 'bot',
    people: ['member'],
    setup: grant(subject.recipe, needs, right),
    call: subject.recipe.memberBody === undefined ? {} : { body: subject.recipe.memberBody },
  });
}

function refusal(subject: Subject, status: number, draft: Omit<Draft, 'aspect' | 'expect'>): Case {
  return draftCase(subject, { ...draft, aspect: 'permission', expect: { status } });
}

function wording(right: Right): string {
  if (right === 'author') return 'authorship';
  const [scope, name] = right.split(':');
  return `the ${scope}'s ${name}`;
}
