import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type EventKind, events, heartbeatAckKind, type OperationId, operations, readyKind } from '@botwright/protocol';
import { z } from 'zod';
import { problemOf } from '../bad-input.js';

/** What happens to a call that a rule strikes. */
export type RestFault =
  | {
      /** Answered in place of the operation; nothing is stored. */
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  | {
      /** The call is served so much later. */
      readonly delayMs: number;
    }
  | {
      /** The call is taken and never answered; nothing is stored. */
      readonly stall: true;
    }
  | {
      /** The connection is cut: `before` anything is stored, or `after` the change and its events. */
      readonly reset: 'before' | 'after';
    }
  | {
      /** So many bytes of the answer's body are sent, under the length of all of it. */
      readonly truncate: number;
    };

/** What happens to a frame, or to a connection, that a rule strikes. */
export type GatewayFault =
  | {
      /** The connection is closed with this code. */
      readonly close: number;
    }
  | {
      /** The connection is cut. */
      readonly reset: true;
    }
  | {
      /** The connection stands, and nothing more is sent on it. */
      readonly silence: true;
    }
  | {
      /** So many heartbeats in all are left without an answer. */
      readonly dropAcks: number;
    }
  | { readonly withholdReady: true }
  | {
      /** A handshake is answered with this HTTP status. */
      readonly refuse: number;
    }
  | {
      /** The frame is sent twice. */
      readonly duplicate: true;
    }
  | { readonly delayMs: number }
  | {
      /** So many frames are held until they are complete, and sent in the opposite order. */
      readonly reorder: number;
    };

interface AnyRule {
  /** By which the ledger names it. Default: `fault-` and its place in the list, from 1. */
  readonly id?: string;
  /** The id of the user whose calls or connections alone are struck. */
  readonly by?: string;
  /** How often it strikes. Default: always. */
  readonly times?: number;
  /** From 0 to 1. Default: 1. */
  readonly probability?: number;
  /** Makes a probability fall out otherwise; the same seed, the same way. Default: the rule's id. */
  readonly seed?: string | number;
}

export interface RestFaultRule extends AnyRule {
  readonly on: 'rest';
  /** Default: every operation. */
  readonly operation?: OperationId;
  readonly then: RestFault;
}

export interface GatewayFaultRule extends AnyRule {
  readonly on: 'gateway';
  /**
   * Events, READY and HEARTBEAT_ACK. Default: all. Without it `close`, `reset` and `silence` strike the connection
   * itself: every one that is open already, and every later one as it opens.
   */
  readonly kinds?: readonly FrameKind[];
  readonly then: GatewayFault;
}

export type FaultRule = RestFaultRule | GatewayFaultRule;
export type FrameKind = EventKind | typeof readyKind | typeof heartbeatAckKind;

/** A rule of the fault board says what cannot be. */
export class FaultRuleInvalid extends Error {
  readonly code = 'FAULT_RULE_INVALID';

  /** @param problem - What is wrong, beginning with the member that is to blame. */
  constructor(readonly problem: string) {
    super(`the fault rules cannot be used, and those before them still hold: ${problem}`);
    this.name = 'FaultRuleInvalid';
  }
}

const count = z.int().min(1);
const delayMs = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const status = z.int().min(200).max(599);
const headers = z.record(z.string(), z.string()).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      context.addIssue({ code: 'custom', path: [name], message: 'cannot be sent as a header' });
    }
  }
});

const restMembers = {
  status,
  headers,
  body: z.json(),
  delayMs,
  stall: z.literal(true),
  reset: z.enum(['before', 'after']),
  truncate: z.int().min(0),
};
const gatewayMembers = {
  close: z
    .int()
    .refine(
      isCloseCode,
      'must be a code with which a connection can be closed: 1000 to 1014 but 1004 to 1006, or 3000 to 4999',
    ),
  reset: z.literal(true),
  silence: z.literal(true),
  dropAcks: count,
  withholdReady: z.literal(true),
  refuse: z.int().min(300).max(599),
  duplicate: z.literal(true),
  delayMs,
  reorder: z.int().min(2),
};

/** Of these members exactly one says what happens; `besides` go with `status`. */
function oneOf<Shape extends z.ZodRawShape>(shape: Shape, besides: readonly string[] = []) {
  const names = Object.keys(shape).filter((name) => !besides.includes(name));
  return z
    .strictObject(shape)
    .partial()
    .superRefine((given, context) => {
      const said = names.filter((name) => name in given);
      if (said.length !== 1) {
        context.addIssue({ code: 'custom', message: `must have exactly one of ${names.join(', ')}` });
      }
      const [stray] = besides.filter((name) => name in given && !said.includes('status'));
      if (stray !== undefined) context.addIssue({ code: 'custom', path: [stray], message: 'goes with status alone' });
    });
}

const anyRule = {
  id: z.string().min(1).max(64).optional(),
  by: z.string().min(1).optional(),
  times: count.optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.union([z.string(), z.number()]).optional(),
};
const frameKinds: readonly string[] = [...Object.keys(events), readyKind, heartbeatAckKind];
const isOperation = (id: string) => Object.hasOwn(operations, id);

const Rule = z.discriminatedUnion('on', [
  z.strictObject({
    ...anyRule,
    on: z.literal('rest'),
    operation: z.string().refine(isOperation, 'must be the id of an operation').optional(),
    // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
    then: oneOf(restMembers, ['headers', 'body']),
  }),
  z.strictObject({
    ...anyRule,
    on: z.literal('gateway'),
    kinds: z
      .array(z.string().refine((kind) => frameKinds.includes(kind), 'must be a kind of event, READY or HEARTBEAT_ACK'))
      .min(1)
      .optional(),
    // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
    then: oneOf(gatewayMembers),
  }),
]);

/**
 * Reads rules as somebody wrote them; each gets an id.
 *
 * @throws {FaultRuleInvalid} naming the member that cannot be.
 */
export function readFaultRules(rules: unknown): (FaultRule & { readonly id: string })[] {
  const read = z.array(Rule).safeParse(rules);
  if (!read.success) throw new FaultRuleInvalid(problemOf(read.error, 'the list'));
  const named = read.data.map((rule, index) => ({ ...rule, id: rule.id ?? `fault-${index + 1}` }));
  const ids = named.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw new FaultRuleInvalid(`${twice}.id ${JSON.stringify(ids[twice])} is another rule's already`);
  return named as (FaultRule & { readonly id: string })[];
}

/** Those that the protocol of WebSockets lets an end send. */
function isCloseCode(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
}
