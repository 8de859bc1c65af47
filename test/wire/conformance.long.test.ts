import { expect, test } from 'vitest';
import { ClientSubject, clientBounds } from './client.js';
import { groups } from './groups.js';
import { StandInSubject, standInBounds } from './stand-in.js';
import { type Judgement, judge, type Verdict } from './verdict.js';

const allowed: readonly Verdict[] = ['OK', 'NON-STRICT', 'INFORMATIONAL'];

const subjects = [
  { name: 'the client', start: () => ClientSubject.start(), bounds: clientBounds },
  { name: 'the stand-in', start: () => StandInSubject.start(), bounds: standInBounds },
].map((subject) => {
  const cases = groups.flatMap((group) => group.cases(subject.bounds));
  return { ...subject, cases, count: cases.length };
});

test.for(subjects)(
  "#29 $name reads $count of our own cases after RFC 6455, in Autobahn's groups: 0 FAILED, UNCLEAN or WRONG CODE",
  async ({ start, cases }, { annotate }) => {
    await using subject = await start();
    const judgements: Judgement[] = [];
    for (const wireCase of cases) judgements.push(await judge(subject, wireCase));
    expect(judgements.filter(({ verdict }) => !allowed.includes(verdict))).toEqual([]);
    const counts = allowed.map((each) => `${judgements.filter(({ verdict }) => verdict === each).length} ${each}`);
    await annotate(`${counts.join(', ')}, 0 worse`, 'reached');
  },
);
