import type { UserId } from '@botwright/protocol';

/** A rule of the fault board, as it is written on the wire. */
export interface FaultRule {
  readonly id?: string;
  readonly on: string;
  readonly operation?: string;
  readonly kinds?: readonly string[];
  readonly by?: string;
  readonly times?: number;
  readonly then: Readonly<Record<string, unknown>>;
}

/** The fault board as the sandbox tells it: every rule has an id there. */
export interface FaultBoard {
  readonly rules: readonly (FaultRule & { readonly id: string })[];
  /** How often each rule has struck, by its id. */
  readonly struck: Readonly<Record<string, number>>;
}

export const emptyBoard: FaultBoard = { rules: [], struck: {} };

interface Preset {
  readonly label: string;
  readonly what: string;
  rule(bot: UserId): FaultRule & { readonly id: string };
}

const createMessage = 'createChannelMessage';

/** What a bot is most often tried with. */
export const presets: readonly Preset[] = [
  {
    label: '503 on every message',
    what: 'Each message that the bot sends is answered with 503.',
    rule: (by) => ruleOf({ id: 'messages-503', on: 'rest', operation: createMessage, by }, { status: 503 }),
  },
  {
    label: 'Cut the bot’s connection',
    what: 'Its event stream breaks off, once.',
    rule: (by) => ruleOf({ id: 'cut', on: 'gateway', by, times: 1 }, { reset: true }),
  },
  {
    label: 'Drop heartbeat answers',
    what: 'Its next three heartbeats stay without an answer.',
    rule: (by) => ruleOf({ id: 'no-heartbeat', on: 'gateway', by }, { dropAcks: 3 }),
  },
  {
    label: 'Lose the answer',
    what: 'Its next message is stored, and the answer to it never arrives.',
    rule: (by) => ruleOf({ id: 'lost-answer', on: 'rest', operation: createMessage, by, times: 1 }, { reset: 'after' }),
  },
  {
    label: 'Slow by 2 s',
    what: 'Each of its calls is served two seconds later.',
    rule: (by) => ruleOf({ id: 'slow', on: 'rest', by }, { delayMs: 2000 }),
  },
];

type Named = FaultRule & { readonly id: string };

function ruleOf(rule: Omit<Named, 'then'>, fault: FaultRule['then']): Named {
  // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
  return { ...rule, then: fault };
}

/** What a rule of one's own begins as. */
export const ruleToBeginWith: FaultRule = ruleOf(
  { id: 'my-rule', on: 'rest', operation: createMessage },
  { status: 500 },
);

/** Whether a rule has struck as often as it may. */
export function isSpent({ id, times, then: fault }: FaultRule, { struck }: FaultBoard): boolean {
  return (struck[id ?? ''] ?? 0) >= most(times, fault);
}

/** A rule that holds back several frames counts each of them. */
function most(times: number | undefined, fault: FaultRule['then']): number {
  const { dropAcks, reorder } = fault;
  if (typeof dropAcks === 'number') return dropAcks * (times ?? 1);
  return (typeof reorder === 'number' ? reorder : 1) * (times ?? Number.POSITIVE_INFINITY);
}

export function activeRules(board: FaultBoard): readonly Named[] {
  return board.rules.filter((rule) => !isSpent(rule, board));
}

/**
 * The rules with one more, under an id that no other has. Spent ones are left out: the sandbox counts anew whenever it
 * is given rules, and what was to happen once would happen again.
 */
export function withRule(board: FaultBoard, rule: FaultRule): FaultRule[] {
  const rules = activeRules(board);
  const wanted = rule.id ?? 'rule';
  const ids = rules.map(({ id }) => id);
  let id = wanted;
  for (let next = 2; ids.includes(id); next += 1) id = `${wanted}-${next}`;
  return [...rules, { ...rule, id }];
}

/**
 * The rules with one in the place of another, which may be a spent one: whoever changes it wants it to strike. In the
 * place of one that was removed meanwhile it comes last.
 */
export function withRuleChanged(board: FaultBoard, id: string, rule: unknown): unknown[] {
  const rules = board.rules.filter((each) => each.id === id || !isSpent(each, board));
  if (!rules.some((each) => each.id === id)) return [...rules, rule];
  return rules.map((each) => (each.id === id ? rule : each));
}

export function withoutRule(board: FaultBoard, id: string): FaultRule[] {
  return activeRules(board).filter((rule) => rule.id !== id);
}

/** What a rule does, in one line. */
export function describeRule(rule: FaultRule, nameOf: (id: string) => string): string {
  const { on, operation, kinds, by, times } = rule;
  const what = on === 'rest' ? (operation ?? 'every call') : (kinds?.join(', ') ?? 'the event stream');
  const whose = by === undefined ? '' : ` of ${nameOf(by)}`;
  const often = times === undefined ? '' : `, ${times === 1 ? 'once' : `${times} times`}`;
  return `${what}${whose}: ${describeFault(rule.then)}${often}`;
}

function describeFault(fault: FaultRule['then']): string {
  return Object.entries(fault)
    .map(([name, value]) => (value === true ? name : `${name} ${JSON.stringify(value)}`))
    .join(', ');
}
