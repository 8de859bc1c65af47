import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

const longestAddress = 2048;

/** A web address of `http` or `https`, without a name and password in it, perhaps between angle brackets. */
export function url(): ArgumentType<URL> {
  return argumentType({
    name: 'url',
    parse(written) {
      const spelling = /^<(.*)>$/s.exec(written)?.[1] ?? written;
      const isShaped = spelling.length <= longestAddress && /^https?:\/\/\S+$/i.test(spelling);
      const address = isShaped ? URL.parse(spelling) : null;
      if (address === null || address.username !== '' || address.password !== '') throw new ArgumentRefused('url');
      return address;
    },
    sample: (random) => random.pick(['https://example.org', 'http://example.org/a?b=c#d', '<https://example.org/é>']),
    counterexample: (random) =>
      random.pick(['example.org', 'ftp://example.org', 'https://', 'https://a:b@example.org']),
  });
}

/** An email address, by its shape; whether it exists is another question. */
export function email(): ArgumentType<string> {
  return argumentType({
    name: 'email',
    parse(written) {
      const [local = '', domain = '', ...more] = written.slice(0, 255).split('@');
      const labels = domain.split('.');
      const isDomain =
        labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label));
      if (written.length > 254 || more.length > 0 || !/^[^\s<>(),;:"\\[\]]{1,64}$/.test(local) || !isDomain) {
        throw new ArgumentRefused('email');
      }
      return written;
    },
    sample: (random) => random.pick(['ada@example.org', 'a.b+c@mail.example.co', 'ä@bücher.example']),
    counterexample: (random) =>
      random.pick(['ada', '@example.org', 'ada@', 'a@b@c.de', 'ada@example', 'a b@example.org']),
  });
}

const namedColours: Readonly<Record<string, number>> = {
  black: 0x000000,
  white: 0xffffff,
  grey: 0x808080,
  gray: 0x808080,
  red: 0xff0000,
  green: 0x008000,
  blue: 0x0000ff,
  yellow: 0xffff00,
  orange: 0xffa500,
  purple: 0x800080,
  pink: 0xffc0cb,
  brown: 0xa52a2a,
  cyan: 0x00ffff,
  magenta: 0xff00ff,
};

/** A colour as the number that embeds take: `#f80`, `#ff8800`, `0xff8800`, `rgb(255, 136, 0)` or a common name. */
export function colour(): ArgumentType<number> {
  return argumentType({
    name: 'colour',
    parse(written) {
      const value = hexColour(written) ?? rgbColour(written) ?? nameColour(written);
      if (value === undefined) throw new ArgumentRefused('colour');
      return value;
    },
    sample: (random) => random.pick(['#f80', '#ff8800', '0xFF8800', 'rgb(255, 136, 0)', 'Orange']),
    counterexample: (random) => random.pick(['#ff88', 'rgb(256,0,0)', 'constructor', '#gggggg', '']),
  });
}

function hexColour(written: string): number | undefined {
  const [, short, long] = /^(?:#|0x)?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(written) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function rgbColour(written: string): number | undefined {
  const parts = /^rgb\(\s?(\d{1,3})\s?,\s?(\d{1,3})\s?,\s?(\d{1,3})\s?\)$/i.exec(written)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((value, part) => value * 256 + part, 0);
}

function nameColour(written: string): number | undefined {
  const name = written.toLowerCase();
  return Object.hasOwn(namedColours, name) ? namedColours[name] : undefined;
}

/** An id of the service, taken as it is written: nothing is asked whether there is such a thing. */
export function id(): ArgumentType<string> {
  return argumentType({
    name: 'id',
    parse(written) {
      if (!/^[\w-]{1,128}$/.test(written)) throw new ArgumentRefused('id');
      return written;
    },
    sample: (random) => random.pick(['0123456789abcdef', '123456789012345678', 'a_b-c']),
    counterexample: (random) => random.pick(['../me', 'a b', '<@1>', '', 'x'.repeat(129)]),
  });
}

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A value written as JSON, perhaps in a code block. A member `__proto__` is one like others and reaches no prototype. */
export function json(): ArgumentType<JsonValue> {
  return argumentType({
    name: 'json',
    parse(written) {
      try {
        return JSON.parse(readCode(written)?.text ?? written, finiteNumber) as JsonValue;
      } catch (error) {
        if (error instanceof SyntaxError || error instanceof RangeError) throw new ArgumentRefused('json');
        throw error;
      }
    },
    sample: (random) => random.pick(['{"a": [1, null]}', '3', '"text"', '```json\n[true]\n```', 'null']),
    counterexample: (random) => random.pick(['{a: 1}', '[1,]', 'NaN', 'undefined', '1e999', '[-1e999]', '']),
  });
}

/** JSON knows no infinity, but 1e999 is read as one. */
function finiteNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number of JSON is too large');
  return value;
}

/** Code as people send it. */
export interface CodeBlock {
  /** The word behind the opening fence; `undefined` when there is none, and for code within a line. */
  readonly language: string | undefined;
  readonly text: string;
}

/**
 * Code between backticks, in a block or within a line. `bare` also takes a text without any, for `@Rest`.
 */
export function code({ bare = false }: { readonly bare?: boolean } = {}): ArgumentType<CodeBlock> {
  return argumentType({
    name: 'code',
    takesAnything: bare,
    parse(written) {
      const read = readCode(written) ?? (bare ? { language: undefined, text: written } : undefined);
      if (read === undefined) throw new ArgumentRefused('code');
      return read;
    },
    sample: (random) => random.pick(['```js\nlet a = "--b";\n```', '`a b`', '``a ` b``', '```\nno language\n```']),
    counterexample: (random) => (bare ? undefined : random.pick(['code', '`open', '```js'])),
  });
}

function readCode(written: string): CodeBlock | undefined {
  const trimmed = written.trim();
  if (/^`*$/.test(trimmed)) return undefined;
  const fenced = fencedBody(trimmed, '```');
  if (fenced !== undefined) {
    const lineEnd = fenced.indexOf('\n');
    const tag = fenced.slice(0, Math.max(0, lineEnd)).trim();
    if (lineEnd >= 0 && /^[\w+#.-]{0,40}$/.test(tag)) {
      return { language: tag === '' ? undefined : tag, text: fenced.slice(lineEnd + 1).replace(/\n$/, '') };
    }
    return { language: undefined, text: fenced };
  }
  const inline = fencedBody(trimmed, '``') ?? fencedBody(trimmed, '`');
  return inline === undefined ? undefined : { language: undefined, text: inline };
}

function fencedBody(written: string, fence: string): string | undefined {
  const isFenced = written.length > 2 * fence.length && written.startsWith(fence) && written.endsWith(fence);
  return isFenced ? written.slice(fence.length, -fence.length) : undefined;
}
