import { createHmac } from 'node:crypto';
import {
  type FaultRule,
  type GatewayFault,
  type GatewayFaultRule,
  type RestFault,
  type RestFaultRule,
  readFaultRules,
} from './rule.js';

/** A fault that strikes, and the id of the rule that says so. */
export interface Strike<Fault> {
  readonly id: string;
  readonly fault: Fault;
}

type Named<Rule extends FaultRule> = Rule & { readonly id: string };

/** A rule at work: how often it has struck, and how often chance was asked. */
class Rule<Kind extends FaultRule> {
  struck = 0;
  #asked = 0;

  constructor(readonly rule: Named<Kind>) {}

  /** Whether it may strike somebody once more; counts it if so. */
  strikes(by: string | null): boolean {
    if (this.struck >= most(this.rule) || (this.rule.by ?? by) !== by || !this.#isChosen()) return false;
    this.struck += 1;
    return true;
  }

  /** Chance that falls out the same way for the same seed. */
  #isChosen(): boolean {
    const { probability = 1, seed, id } = this.rule;
    if (probability === 1) return true;
    this.#asked += 1;
    const drawn = createHmac('sha256', String(seed ?? id))
      .update(String(this.#asked))
      .digest()
      .readUInt32BE(0);
    return drawn / 2 ** 32 < probability;
  }
}

/** How many calls, frames or connections a rule may strike; what needs several frames counts each of them. */
function most({ then: fault, times }: FaultRule): number {
  if ('dropAcks' in fault) return fault.dropAcks * (times ?? 1);
  const batch = 'reorder' in fault ? fault.reorder : 1;
  return batch * (times ?? Number.POSITIVE_INFINITY);
}

/** Where a fault can strike a connection as such, beside its frames. */
export type GatewayMoment = 'handshake' | 'open';

/** The rules by which calls, frames and connections go wrong. Of those that fit, the first strikes. */
export class FaultBoard {
  #rest: readonly Rule<RestFaultRule>[] = [];
  #gateway: readonly Rule<GatewayFaultRule>[] = [];
  #rules: readonly Named<FaultRule>[] = [];
  readonly #onSet: () => void;

  constructor(onSet: () => void) {
    this.#onSet = onSet;
  }

  /**
   * Replaces all rules.
   *
   * @throws {FaultRuleInvalid} naming the member that cannot be; the rules stay as they were.
   */
  set(rules: readonly FaultRule[]): void {
    this.#rules = readFaultRules(rules);
    this.#rest = this.#rules.flatMap((rule) => (rule.on === 'rest' ? [new Rule(rule)] : []));
    this.#gateway = this.#rules.flatMap((rule) => (rule.on === 'gateway' ? [new Rule(rule)] : []));
    this.#onSet();
  }

  clear(): void {
    this.set([]);
  }

  /** The rules, each with its id. */
  list(): readonly (FaultRule & { readonly id: string })[] {
    return this.#rules;
  }

  /** How often each rule has struck, by its id. */
  get struck(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#rest, ...this.#gateway].map(({ rule, struck }) => [rule.id, struck]));
  }

  get touchesFrames(): boolean {
    return this.#gateway.length > 0;
  }

  strikeCall(operation: string, by: string | null): Strike<RestFault> | undefined {
    for (const rule of this.#rest) {
      if ((rule.rule.operation ?? operation) === operation && rule.strikes(by)) return asStrike(rule.rule);
    }
    return undefined;
  }

  strikeFrame(kind: string, by: string): Strike<GatewayFault> | undefined {
    for (const rule of this.#gateway) {
      if (fitsFrame(rule.rule, kind) && rule.strikes(by)) return asStrike(rule.rule);
    }
    return undefined;
  }

  strikeConnection(moment: GatewayMoment, by: string | null): Strike<GatewayFault> | undefined {
    for (const rule of this.#gateway) {
      if (fitsConnection(rule.rule, moment) && rule.strikes(by)) return asStrike(rule.rule);
    }
    return undefined;
  }
}

function asStrike<Fault>({ id, then: fault }: { readonly id: string; readonly then: Fault }): Strike<Fault> {
  return { id, fault };
}

function fitsFrame({ kinds, then }: GatewayFaultRule, kind: string): boolean {
  if ('refuse' in then) return false;
  if ('dropAcks' in then) return kind === 'HEARTBEAT_ACK';
  if ('withholdReady' in then) return kind === 'READY';
  return kinds === undefined ? !isOfConnection(then) : (kinds as readonly string[]).includes(kind);
}

function fitsConnection({ kinds, then }: GatewayFaultRule, moment: GatewayMoment): boolean {
  if (moment === 'handshake') return 'refuse' in then;
  return kinds === undefined && isOfConnection(then);
}

function isOfConnection(fault: GatewayFault): boolean {
  return 'close' in fault || 'reset' in fault || 'silence' in fault;
}
