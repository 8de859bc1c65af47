/** A name that nothing stands for. */
export class UnknownPlaceholder extends Error {
  constructor(readonly placeholder: string) {
    super(`there is no {${placeholder}} here`);
    this.name = 'UnknownPlaceholder';
  }
}

const pattern = /\{(\w+)\}/g;

/** Puts what the names stand for in place of every `{name}` in texts and in the names of members. */
export function fill<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  return fillAny(value, names) as Value;
}

function fillAny(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(pattern, (_whole, name: string) => meaning(name, names));
  if (Array.isArray(value)) return value.map((entry) => fillAny(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [fillAny(name, names), fillAny(member, names)]),
  );
}

function meaning(name: string, names: ReadonlyMap<string, string>): string {
  const value = names.get(name);
  if (value === undefined) throw new UnknownPlaceholder(name);
  return value;
}
