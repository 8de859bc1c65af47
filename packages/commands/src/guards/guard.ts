import type { ChannelPermission, RoleId, TeamPermission } from '@botwright/protocol';
import type { CommandContext } from '../context.js';
import type { Texts } from '../texts/en.js';

/** Why a guard let nobody through, as data. */
export type GuardRefusal =
  | {
      readonly code: 'PERMISSION_MISSING';
      readonly whose: 'author' | 'bot';
      readonly missing: readonly TeamPermission[];
    }
  /** In the channel of the message, where one may do nothing without VIEW_CHANNEL. */
  | {
      readonly code: 'CHANNEL_PERMISSION_MISSING';
      readonly whose: 'author' | 'bot';
      readonly missing: readonly ChannelPermission[];
    }
  /**
   * Nobody can tell: it depends on which of these roles everybody has, which the service does not say. None of them when
   * the bot cannot read what the channel says of roles.
   */
  | {
      readonly code: 'CHANNEL_PERMISSION_UNCERTAIN';
      readonly whose: 'author' | 'bot';
      readonly uncertain: readonly ChannelPermission[];
      readonly dependsOn: readonly { readonly id: RoleId; readonly name: string }[];
    }
  | { readonly code: 'NOT_IN_TEAM' }
  | { readonly code: 'WRONG_PLACE' }
  /** By name or id, as the guard was given them; one of them would do. */
  | { readonly code: 'ROLE_MISSING'; readonly roles: readonly string[] }
  | { readonly code: 'RANK_TOO_LOW'; readonly role: string }
  | { readonly code: 'NOT_TEAM_OWNER' }
  | { readonly code: 'NOT_BOT_OWNER' }
  /** What `any` was told by each of its guards. */
  | { readonly code: 'NONE_HELD'; readonly refusals: readonly GuardRefusal[] }
  /** A guard let somebody through, and `not` turned it round. */
  | { readonly code: 'MUST_NOT_HOLD' }
  /** By a guard of somebody's own, perhaps with a sentence for the person who calls. */
  | { readonly code: 'REFUSED'; readonly reason: string | undefined };

/** Whether a guard refuses because it could not tell, or one in an `any` could not: the opposite is not certain either. */
export function isUncertain(refusal: GuardRefusal): boolean {
  if (refusal.code === 'NONE_HELD') return refusal.refusals.some(isUncertain);
  return refusal.code === 'CHANNEL_PERMISSION_UNCERTAIN';
}

/** What a guard says of one call, and what the guards inside it said that were asked. */
export interface GuardVerdict {
  /** The name of the guard: `authorMay(KICK_MEMBERS)`. */
  readonly guard: string;
  /** `undefined` lets the call through. */
  readonly refusal: GuardRefusal | undefined;
  readonly parts: readonly GuardVerdict[];
}

/** Decides who may call a command, and where. It holds no state and may be shared. */
export interface CallGuard {
  readonly name: string;
  /** Guards of the place are asked first: they look at nothing but the message. */
  readonly stage: 'place' | 'permission';
  /** What it needs, as the end of a sentence that begins with "This needs". */
  phrase(texts: Texts): string;
  /** Rejects when it cannot tell; the call then fails, and nothing runs. */
  check(context: CommandContext): GuardVerdict | Promise<GuardVerdict>;
}

interface GuardFacts {
  readonly name: string;
  readonly stage?: CallGuard['stage'];
  phrase(texts: Texts): string;
  refuse(context: CommandContext): GuardRefusal | undefined | Promise<GuardRefusal | undefined>;
}

/** Makes a guard of a function that says why not. */
export function guardOf({ name, stage = 'permission', phrase, refuse }: GuardFacts): CallGuard {
  return {
    name,
    stage,
    phrase,
    check: async (context) => ({ guard: name, refusal: await refuse(context), parts: [] }),
  };
}

/** What a guard of one's own is made of. */
export interface OwnGuard {
  /** For `explain`: `weekdays`. */
  readonly name: string;
  /** What it needs, for help and answers, as the end of "This needs …": `a working day`. By language, or for all. */
  readonly needs: string | Readonly<Record<string, string>>;
  /** `true` lets the call through; a text refuses it and is told instead of what is needed. */
  allows(context: CommandContext): boolean | string | Promise<boolean | string>;
}

/**
 * Makes a guard of one function.
 *
 * ```ts
 * const office = guard({ name: 'office', needs: 'office hours', allows: () => isOpen() });
 * ```
 */
export function guard({ name, needs, allows }: OwnGuard): CallGuard {
  return guardOf({
    name,
    phrase: ({ code }) => (typeof needs === 'string' ? needs : (needs[code] ?? needs['en'] ?? name)),
    async refuse(context) {
      const answer = await allows(context);
      if (answer === true) return undefined;
      return { code: 'REFUSED', reason: answer === false ? undefined : answer };
    },
  });
}
