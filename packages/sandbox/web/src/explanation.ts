/** A piece of a text, as indices of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a guard refuses. Which members are there depends on `code`. */
interface GuardRefusal {
  readonly code: string;
  readonly whose?: 'author' | 'bot';
  readonly missing?: readonly string[];
  readonly uncertain?: readonly string[];
  readonly roles?: readonly string[];
  readonly role?: string;
  readonly reason?: string;
}

export interface GuardVerdict {
  readonly guard: string;
  /** Not there when the guard lets the call through. */
  readonly refusal?: GuardRefusal;
  /** Of the guards inside it that were asked. */
  readonly parts: readonly GuardVerdict[];
}

export interface Token extends Span {
  readonly kind: 'word' | 'long' | 'short' | 'options-end';
  readonly text: string;
  readonly value: string | null;
}

export interface Conversion extends Span {
  readonly argument: string;
  readonly type: string;
  readonly text: string;
  readonly value: string | null;
  /** A code, when the word was not taken. */
  readonly problem: string | null;
}

export interface Cooldown {
  readonly uses: number;
  readonly perMs: number;
  readonly by: string;
  readonly policy: string;
  /** `null` when one call more would be let through. */
  readonly retryAfterMs: number | null;
}

/** What a bot would make of a text, as it says itself. */
export interface Explanation {
  readonly text: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly answer: string | null;
  readonly prefix: Span | null;
  readonly command: string | null;
  readonly name: Span | null;
  readonly guards: readonly GuardVerdict[];
  readonly tokens: readonly Token[];
  readonly conversions: readonly Conversion[];
  readonly cooldowns: readonly Cooldown[];
}

/** A stretch of the text, and what it was read as; ordinary text and blanks as nothing. */
export interface Piece {
  readonly text: string;
  readonly role?: 'prefix' | 'name' | 'token';
  /** The number of the token, from 1. */
  readonly number?: number;
}

/** Cuts the whole text where the bot did. A piece that begins inside another is left out. */
export function piecesOf({ text, prefix, name, tokens }: Explanation): Piece[] {
  const marks = [
    ...(prefix ? [{ span: prefix, role: 'prefix' as const }] : []),
    ...(name ? [{ span: name, role: 'name' as const }] : []),
    ...tokens.map((span, index) => ({ span, role: 'token' as const, number: index + 1 })),
  ];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { span, ...mark } of marks.sort((a, b) => a.span.start - b.span.start)) {
    if (span.start < at || span.end <= span.start) continue;
    if (span.start > at) pieces.push({ text: text.slice(at, span.start) });
    pieces.push({ text: text.slice(span.start, span.end), ...mark });
    at = span.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

const outcomes: Readonly<Record<string, string>> = {
  ignored: 'The bot passes it over: whoever says it, or the place, calls nothing.',
  'no-prefix': 'The bot takes it for ordinary talk: it begins with no prefix.',
  unknown: 'There is no such command.',
  disabled: 'The command is turned off in this team.',
  refused: 'The bot would refuse it.',
  failed: 'Something failed before the command could run.',
  runs: 'The command would run.',
};

export function outcomeSentence({ outcome }: Explanation): string {
  return outcomes[outcome] ?? outcome;
}

/** Why a guard refuses, in words; of a refusal that the page does not know, its code. */
export function refusalSentence({
  code,
  whose,
  missing = [],
  uncertain = [],
  roles = [],
  role,
  reason,
}: GuardRefusal): string {
  switch (code) {
    case 'PERMISSION_MISSING':
    case 'CHANNEL_PERMISSION_MISSING':
      return `${whose === 'bot' ? 'the bot' : 'the person'} lacks ${missing.join(' and ')}`;
    case 'CHANNEL_PERMISSION_UNCERTAIN':
      return `nobody can tell whether ${whose === 'bot' ? 'the bot' : 'the person'} may ${uncertain.join(' and ')} here`;
    case 'NOT_IN_TEAM':
      return 'it is said outside a team';
    case 'WRONG_PLACE':
      return 'it is said in the wrong place';
    case 'ROLE_MISSING':
      return `the person ${roles.length === 1 ? 'lacks the role' : 'has none of the roles'} ${roles.join(', ')}`;
    case 'RANK_TOO_LOW':
      return `the person ranks below the role ${role ?? ''}`.trim();
    case 'NOT_TEAM_OWNER':
      return 'the person does not own the team';
    case 'NOT_BOT_OWNER':
      return 'the person does not own the bot';
    case 'NONE_HELD':
      return 'none of it holds';
    case 'MUST_NOT_HOLD':
      return 'what must not hold does';
    case 'REFUSED':
      return reason ?? 'it says no';
    default:
      return code;
  }
}

const tokenKinds: Readonly<Record<Token['kind'], string>> = {
  word: 'word',
  long: 'option',
  short: 'short option',
  'options-end': 'end of the options',
};

export function tokenKind({ kind }: Token): string {
  return tokenKinds[kind];
}
