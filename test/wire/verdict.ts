import type { Expected, WireCase } from './case.js';
import type { Session, Subject } from './subject.js';

/**
 * As Autobahn judges.
 * - `OK`: as RFC 6455 asks
 * - `NON-STRICT`: as it allows, but later or less than could be
 * - `INFORMATIONAL`: it asks for nothing
 * - `FAILED`: against it
 * - `UNCLEAN`: without a close, or the connection stood after it
 * - `WRONG CODE`: closed with a code that says something else
 */
export type Verdict = 'OK' | 'NON-STRICT' | 'INFORMATIONAL' | 'FAILED' | 'UNCLEAN' | 'WRONG CODE';

export interface Judgement {
  readonly title: string;
  readonly verdict: Verdict;
  /** What led to it, unless all is well. */
  readonly why?: string;
}

/** Runs a case on a connection of its own. */
export async function judge(subject: Subject, wireCase: WireCase): Promise<Judgement> {
  await using session = await subject.open();
  const expected = session.expectedOf(wireCase.expected);
  const isLate = await send(session, wireCase, expected);
  const found = await compare(session, expected);
  if (found) return { title: wireCase.title, ...found };
  if (expected.end === 'undecided') return { title: wireCase.title, verdict: 'INFORMATIONAL' };
  return { title: wireCase.title, verdict: isLate ? 'NON-STRICT' : 'OK' };
}

type Finding = Omit<Judgement, 'title'> | undefined;

/** @returns whether the other end needed more than it should have to notice. */
async function send({ peer }: Session, { frames, late, chop }: WireCase, { pongs, end }: Expected): Promise<boolean> {
  await peer.write(frames, chop);
  if (late) {
    if (!(await peer.stillStands())) return false;
    await peer.write(late);
    return true;
  }
  // Of pings that come together the last one must be answered: the probe must not be among them.
  const last = pongs.at(-1);
  if (end === 'open' && last !== undefined) await peer.until(() => peer.pongs.at(-1) === last || peer.hasEnded);
  return false;
}

async function compare(session: Session, expected: Expected): Promise<Finding> {
  const { peer } = session;
  const stands = expected.end !== 'open' && expected.end !== 'undecided' ? false : await peer.stillStands();
  const ending = stands ? await endInOrder(session) : await beEnded(session, expected);
  const missing = session.missing(expected);
  if (missing !== undefined && expected.end !== 'undecided') return { verdict: 'FAILED', why: missing };
  if (peer.violations.length > 0) return { verdict: 'FAILED', why: peer.violations.join(', ') };
  return ending ?? comparePongs(session, expected);
}

async function endInOrder(session: Session): Promise<Finding> {
  const code = await session.leave();
  if (code === undefined) return { verdict: 'UNCLEAN', why: 'no close' };
  if (code !== 1000) return { verdict: 'WRONG CODE', why: `left with ${code}` };
  return (await session.hasLetGo()) ? undefined : { verdict: 'UNCLEAN', why: 'the connection stands after the close' };
}

/** The other end closes: of its own accord, or in answer to a close. */
async function beEnded(session: Session, { end }: Expected): Promise<Finding> {
  const { peer } = session;
  if (!(await peer.until(() => peer.hasEnded))) return { verdict: 'FAILED', why: 'nothing came of it' };
  if (end === 'open') return { verdict: 'FAILED', why: `closed with ${peer.close?.code ?? 'nothing'}` };
  if (!peer.close) return { verdict: 'UNCLEAN', why: 'no close' };
  const { code } = peer.close;
  await peer.sayClose(code === 1005 ? undefined : code);
  if (!(await session.hasLetGo())) return { verdict: 'UNCLEAN', why: 'the connection stands after the close' };
  if (end === 'undecided' || end.includes(code)) return undefined;
  return { verdict: 'WRONG CODE', why: `${code} in place of ${end.join(' or ')}` };
}

/** All pings are answered, or some and the last one (RFC 6455, section 5.5.3). */
function comparePongs({ peer }: Session, { pongs, end }: Expected): Finding {
  if (end !== 'open') return undefined;
  if (peer.pongs.join('\n') === pongs.join('\n')) return undefined;
  const answered = [...peer.pongs];
  const inOrder = pongs.filter((each) => each === answered[0] && answered.shift() !== undefined);
  if (answered.length > 0 || inOrder.at(-1) !== pongs.at(-1)) {
    return { verdict: 'FAILED', why: `answered ${JSON.stringify(peer.pongs)}` };
  }
  return { verdict: 'NON-STRICT', why: `answered ${inOrder.length} of ${pongs.length} pings` };
}
