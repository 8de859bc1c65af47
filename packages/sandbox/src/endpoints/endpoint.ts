import type { IncomingHttpHeaders } from 'node:http';
import type {
  AnswerOf,
  Operation,
  OperationId,
  Operations,
  ParametersOf,
  PartsOf,
  ReadBodyOf,
  ReadQueryOf,
  User,
} from '@botwright/protocol';
import type { UploadedFile } from '../multipart-body.js';
import type { Change } from '../world/change.js';
import type { TeamView, WorldView } from '../world/state.js';

/** What an endpoint knows of a call, whoever makes it. */
export interface OpenCall {
  readonly operation: Operation;
  readonly world: WorldView;
  readonly headers: IncomingHttpHeaders;
  /** The one way to change the world; its events are out when it returns. */
  apply<Answer>(change: Change<Answer>): Answer;
}

/** What an endpoint knows of a call by somebody with a token. */
export interface AnyCall extends OpenCall {
  readonly caller: User;
  /** Notes that the caller acts by a right that not everybody has: what they change goes into the team's audit log. */
  actsByRight(team: TeamView): void;
}

/** A call that was checked against its operation: parameters, query and body are what the contract says. */
export type Call<Op extends Operation> = (Op['auth'] extends 'webhook' ? OpenCall : AnyCall) & {
  /** Those of the operation's own path, and whatever else the path holds that was called. */
  readonly params: ParametersOf<Op>;
  readonly query: ReadQueryOf<Op>;
  readonly body: ReadBodyOf<Op>;
  /** What a multipart body held. */
  readonly parts: PartsOf<Op, UploadedFile>;
};

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
