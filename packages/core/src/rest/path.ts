import type { Endpoint } from '@botwright/protocol';
import { apiPrefix } from '@botwright/protocol/facts';
import { PathParameterInvalid } from '../errors.js';

/** Whoever knows one of these may use it: they are kept out of errors. */
const secretParameters: ReadonlySet<string> = new Set(['webhookToken']);

/** What stands in a path as it is: every id does. */
const plain = /^[\w-]+$/;

const none: readonly string[] = [];

/** An operation's path, taken apart once: `texts[0]`, the first parameter, `texts[1]`, the second, and so on. */
export class PathTemplate {
  readonly #texts: readonly string[];
  readonly #names: readonly string[];
  readonly #secretNames: readonly string[];

  constructor(private readonly operation: Endpoint) {
    const parts = `${apiPrefix}${operation.path}`.split(/\{(\w+)\}/);
    this.#texts = parts.filter((_, index) => index % 2 === 0);
    this.#names = parts.filter((_, index) => index % 2 === 1);
    this.#secretNames = this.#names.filter((name) => secretParameters.has(name));
  }

  /**
   * The path with its parameters, percent-encoded.
   * @throws {PathParameterInvalid} for one that would leave its place in the path.
   */
  fill(params: Readonly<Record<string, unknown>>): string {
    let path = this.#texts[0] ?? '';
    for (let index = 0; index < this.#names.length; index += 1) {
      const name = this.#names[index] ?? '';
      path += this.#encode(name, params[name]) + this.#texts[index + 1];
    }
    return path;
  }

  /** Calls with the same key share a rate limit: one operation in one channel, team or user. */
  bucket(params: Readonly<Record<string, unknown>>): string {
    const [first] = this.#names;
    return first === undefined ? this.operation.id : `${this.operation.id}:${params[first]}`;
  }

  /** The parameters that anybody may see. */
  shown(params: Readonly<Record<string, unknown>>): Record<string, string> {
    const names = this.#names.filter((name) => !secretParameters.has(name));
    return Object.fromEntries(names.map((name) => [name, String(params[name])]));
  }

  /** The parameters that nobody else may see. */
  secrets(params: Readonly<Record<string, unknown>>): readonly string[] {
    if (this.#secretNames.length === 0) return none;
    return this.#secretNames.map((name) => params[name]).filter((value) => typeof value === 'string');
  }

  #encode(name: string, value: unknown): string {
    if (typeof value === 'string' && plain.test(value)) return value;
    const shown = secretParameters.has(name) ? '[redacted]' : value;
    const refuse = (problem: string) => new PathParameterInvalid(this.operation, name, shown, problem);
    if (typeof value !== 'string') throw refuse('is not a string');
    if (value === '') throw refuse('is empty');
    if (value === '.' || value === '..') throw refuse('is a step in a path');
    if (/\p{Cc}/u.test(value)) throw refuse('holds a control character');
    try {
      return encodeURIComponent(value);
    } catch {
      // Half a surrogate pair has no encoding.
      throw refuse('is not well-formed Unicode');
    }
  }
}
