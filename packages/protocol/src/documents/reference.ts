import type { Certainty, Source } from '../certainty.js';
import { type ClientFrameKind, clientFrames } from '../client-frames.js';
import { type EventFacts, eventKinds, events, Ready } from '../events.js';
import { heartbeatAckKind, readyKind } from '../frame.js';
import { operations } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import { Webhook } from '../resources/webhook.js';
import { exampleOf } from './example.js';
import { type JsonSchema, SharedSchemas } from './json-schema.js';
import { type MemberRow, memberRows } from './member-rows.js';
import { operationSchemas } from './operation-schemas.js';
import { refusalsOf } from './refusals.js';

/** An operation with its members. */
export interface OperationReference {
  readonly operation: Operation;
  readonly path: readonly MemberRow[];
  /** Groups of members that are not empty: what is sent first, the answer last, without its `success`. */
  readonly groups: readonly { readonly name: MemberGroup; readonly members: readonly MemberRow[] }[];
  /** A small value that the operation takes as its body, or as its text parts by name. */
  readonly exampleBody?: unknown;
  /** The statuses of refusals. */
  readonly refusals: readonly string[];
}

export type MemberGroup = 'Query' | 'Body' | 'Parts' | 'Answer';

/** A frame of the gateway with the members of its payload. */
export interface FrameReference {
  readonly kind: string;
  readonly direction: 'received' | 'sent';
  readonly certainty: { readonly kind: Certainty; readonly payload: Certainty };
  readonly source: readonly Source[];
  readonly members: readonly MemberRow[];
}

export interface EventReference extends FrameReference {
  readonly group: string;
  readonly inSpecification: boolean;
  /** The operations that cause it (inferred). */
  readonly emittedBy: readonly Operation[];
}

/** A resource with its members. */
export interface ResourceReference {
  readonly name: string;
  readonly members: readonly MemberRow[];
}

/** Everything that reference pages show of the contract, in the order of the contract. */
export interface ContractReference {
  readonly sections: readonly { readonly name: string; readonly operations: readonly OperationReference[] }[];
  readonly resources: readonly ResourceReference[];
  readonly events: readonly EventReference[];
  readonly frames: readonly FrameReference[];
}

const all: readonly Operation[] = Object.values(operations);

/** Makes the reference from the contract. */
export function contractReference(): ContractReference {
  const shared = new SharedSchemas();
  // No operation returns one, so nothing refers to it.
  shared.read(Webhook);
  const sections = [...new Set(all.map(({ group }) => group))].map((name) => {
    const inSection = all.filter(({ group }) => group === name);
    return { name, operations: inSection.map((operation) => operationReference(operation, shared)) };
  });
  return {
    sections,
    events: eventKinds.map((facts) => eventReference(facts, shared)),
    frames: frameReferences(shared),
    resources: resourcesIn(shared),
  };
}

function operationReference(operation: Operation, shared: SharedSchemas): OperationReference {
  const { path, query, body, parts, answer } = operationSchemas(operation, shared);
  const named = { Query: query, Body: body, Parts: parts, Answer: answer };
  const groups = Object.entries(named).map(([name, schema]) => {
    return { name: name as MemberGroup, members: schema ? memberRows(schema) : [] };
  });
  return {
    operation,
    path: memberRows(path),
    ...((body ?? parts) && { exampleBody: exampleOf(body ?? parts ?? {}) }),
    groups: groups.filter(({ members }) => members.length > 0),
    refusals: Object.keys(refusalsOf(operation)),
  };
}

function eventReference(facts: EventFacts, shared: SharedSchemas): EventReference {
  const { kind } = facts;
  return {
    ...facts,
    direction: 'received',
    members: memberRows(shared.read(events[kind])),
    emittedBy: all.filter(({ emits = [] }) => emits.includes(kind)),
  };
}

function frameReferences(shared: SharedSchemas): FrameReference[] {
  const acknowledged = { kind: heartbeatAckKind, direction: 'received', members: [] } as const;
  const kinds = Object.keys(clientFrames) as ClientFrameKind[];
  return [
    frameReference(readyKind, 'received', shared.read(Ready)),
    { ...acknowledged, certainty: { kind: 'stated', payload: 'inferred' }, source: ['docs'] },
    ...kinds.map((kind) => frameReference(kind, 'sent', shared.sent(clientFrames[kind]))),
  ];
}

function frameReference(kind: string, direction: FrameReference['direction'], payload: JsonSchema): FrameReference {
  const { 'x-certainty': certainty = 'inferred', 'x-source': source = [] } = payload;
  return { kind, direction, certainty: { kind: 'stated', payload: certainty }, source, members: memberRows(payload) };
}

function resourcesIn(shared: SharedSchemas): ResourceReference[] {
  return Object.entries(shared.all)
    .filter(([, { properties }]) => properties !== undefined)
    .map(([name, schema]) => ({ name, members: memberRows(schema) }));
}
