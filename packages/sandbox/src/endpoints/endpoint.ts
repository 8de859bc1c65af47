import type {
  AnswerOf,
  Operation,
  OperationId,
  Operations,
  ParametersOf,
  ReadBodyOf,
  ReadQueryOf,
  User,
} from '@botwright/protocol';
import type { Change } from '../world/change.js';
import type { WorldView } from '../world/state.js';

/** What an endpoint knows of a call, whatever its operation. */
export interface AnyCall {
  readonly operation: Operation;
  readonly world: WorldView;
  readonly caller: User;
  /** The one way to change the world; its events are out when it returns. */
  apply<Answer>(change: Change<Answer>): Answer;
}

/** A call that was checked against its operation: parameters, query and body are what the contract says. */
export interface Call<Op extends Operation> extends AnyCall {
  readonly params: ParametersOf<Op>;
  readonly query: ReadQueryOf<Op>;
  readonly body: ReadBodyOf<Op>;
}

/** Serves one operation. What it returns goes out beside `success`; what it throws as a Refusal goes out as that. */
export type Endpoint<Op extends Operation> = (call: Call<Op>) => AnswerOf<Op>;

/** The endpoints of one resource, each typed by the operation of its name. */
export function endpoints<Id extends OperationId>(
  group: { [Key in Id]: Endpoint<Operations[Key]> },
): {
  [Key in Id]: Endpoint<Operations[Key]>;
} {
  return group;
}
