/**
 * Stands where the name of a field should be, when the field cannot hold the value; the compiler prints it.
 * It is no type that anything has.
 */
export interface FieldMismatch<Problem extends string, Types extends { field: unknown; parser: unknown }> {
  readonly problem: Problem;
  readonly types: Types;
}

type FieldThatHolds<Target, Field extends keyof Target & string, Value> = [Value] extends [Target[Field]]
  ? Field
  : FieldMismatch<`field '${Field}' cannot hold what its parser gives`, { field: Target[Field]; parser: Value }>;

/** Decorates a public field whose type takes every `Value`; on any other field it does not compile. */
export type FieldDecorator<Value> = <Target extends object, Field extends keyof Target & string>(
  target: Target,
  field: FieldThatHolds<Target, Field, Value>,
) => void;

/** Decorates a class that has all these fields; on any other it does not compile. */
export type SignaturesDecorator<Field extends string> = <Instance extends object>(
  commandClass: (new (
    ...services: never[]
  ) => Instance) &
    ([Field] extends [keyof Instance]
      ? unknown
      : FieldMismatch<
          'a signature names a field that is not there',
          { field: Exclude<Field, keyof Instance>; parser: never }
        >),
) => void;
