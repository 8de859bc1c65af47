import { type Operation, type OperationId, type Operations, operations, type ReadBodyOf } from '@botwright/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from '../../../packages/protocol/test/support/arbitrary.js';

/** A body of an operation, in the one shape that code knows. */
type Body<Id extends OperationId> = ReadBodyOf<Operations[Id]>;

/** Any body that an operation takes. */
export function bodiesOf<Id extends OperationId>(id: Id): Arbitrary<Body<Id>> {
  const { body } = operations[id] as Operation;
  if (!body) throw new Error(`${id} takes no body`);
  const values = arbitraryOf(body).map(asJson);
  return values.filter((value) => body.safeParse(value).success && isHarmless(value)) as Arbitrary<Body<Id>>;
}

/** The value as JSON has it, which knows no zero below zero. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Names that could change an object's prototype are refused by the sandbox, as servers do. */
function isHarmless(value: unknown): boolean {
  return !/"(__proto__|constructor)":/.test(JSON.stringify(value));
}

/** Any text that JSON can carry, halves of surrogate pairs and control characters among it, and never empty. */
export function anyText(): Arbitrary<string> {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  return fc.string({ unit, minLength: 1, maxLength: 60 });
}
