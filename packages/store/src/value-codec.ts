import type { Row } from './engine.js';
import { EntryRefused, StoredValueInvalid } from './errors.js';
import { type Schema, validate } from './schema.js';

/** Turns the values of one namespace into text and back. */
export class ValueCodec<Value> {
  constructor(
    private readonly namespace: string,
    private readonly schema: Schema<Value>,
  ) {}

  /** @throws {EntryRefused} when the text would not be read back as a value. */
  encode(key: string, value: Value): string {
    const text = this.toJson(key, value);
    const result = validate(this.schema, JSON.parse(text));
    if ('problem' in result) throw new EntryRefused(this.namespace, key, `its value does not fit: ${result.problem}`);
    return text;
  }

  /** @throws {StoredValueInvalid} when the row's text is none that fits the schema. */
  decode({ key, value: text, isDamaged = false }: Row): Value {
    if (isDamaged) throw new StoredValueInvalid(this.namespace, key, 'its checksum is wrong, so the file is damaged');
    const result = validate(this.schema, this.fromJson(key, text));
    if ('problem' in result) throw new StoredValueInvalid(this.namespace, key, result.problem);
    return result.value;
  }

  private toJson(key: string, value: Value): string {
    let text: string | undefined;
    try {
      text = JSON.stringify(value);
    } catch (cause) {
      throw new EntryRefused(this.namespace, key, 'its value cannot be said in JSON', { cause });
    }
    if (text === undefined) throw new EntryRefused(this.namespace, key, 'its value cannot be said in JSON');
    return text;
  }

  private fromJson(key: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new StoredValueInvalid(this.namespace, key, 'it is no JSON', { cause });
    }
  }
}
