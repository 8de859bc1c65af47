import type { ChannelType, EventKind, Operation, OperationId, Operations, ParametersOf } from '@botwright/protocol';
import type { Expectation, Part } from '../case.js';

/** A call that a recipe needs before its own. Who `caller` and `author` are differs from case to case. */
export interface Step {
  readonly as?: string;
  readonly operation: OperationId;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly keep?: Readonly<Record<string, string>>;
}

/** A call of the stand-in's own control door, for what the contract has no operation for. */
export interface ControlStep {
  readonly control: string;
  readonly body?: unknown;
  readonly keep?: Readonly<Record<string, string>>;
}

export interface Look extends Omit<Step, 'keep'> {
  readonly expect: Partial<Expectation>;
}

type Emitted<Op extends Operation> = Op extends { readonly emits: readonly (infer Kind extends EventKind)[] }
  ? { readonly events: { readonly [Name in Kind]: unknown } }
  : unknown;
type Parameters<Op extends Operation> = keyof ParametersOf<Op> extends never
  ? unknown
  : { readonly parameters: { readonly [Name in keyof ParametersOf<Op>]: string } };

/** How an operation is called so that it succeeds, and what is true afterwards. The rest follows from the contract. */
export interface Recipe {
  /** Who calls, where it cannot be the bot. */
  readonly by?: string;
  readonly people?: readonly string[];
  readonly setup?: readonly (Step | ControlStep)[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly parts?: Readonly<Record<string, Part>>;
  /** The body of a member who holds the role `{rights}`, right below the bot's, where it cannot be the same. */
  readonly memberBody?: unknown;
  /** What the answer holds, in the contract's one shape. */
  readonly answer?: unknown;
  readonly events?: Readonly<Record<string, unknown>>;
  readonly after?: readonly Look[];
  /** How the call is made where nothing may be prepared, for an operation that only looks. */
  readonly looking?: { readonly setup?: readonly Step[]; readonly parameters?: Readonly<Record<string, string>> };
  /** Path parameters that may hold anything. */
  readonly anyParameter?: readonly string[];
  /** The body may be any JSON, whatever the contract's schema makes of it. */
  readonly anyBody?: true;
  /** The type of the channel in the path, where the operation asks for a right in it. */
  readonly channelType?: ChannelType;
  /** Calls that the contract's schemas take and the service refuses. */
  readonly refusals?: readonly Refused[];
}

interface Refused {
  readonly title: string;
  readonly status: number;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type RecipeOf<Op extends Operation> = Recipe & Parameters<Op> & Emitted<Op>;

export type Recipes<Id extends OperationId> = { readonly [Key in Id]: RecipeOf<Operations[Key]> };

/** The recipes of one section, each typed by the operation of its name. */
export function recipes<const Id extends OperationId>(section: Recipes<Id>): Recipes<Id> {
  return section;
}
