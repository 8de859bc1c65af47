import type { Logger } from '../log.js';
import type { Limit } from './lesson.js';
import type { LimitNotice } from './limit-headers.js';

/** Where the processes of one bot keep together what they know of the service's limits, and take turns. */
export interface SharedLimits {
  /** Called once by each client, before its first call. */
  open(terms: SharedLimitsTerms): LimitShare;
}

export interface SharedLimitsTerms {
  /** The same for all who share a token, and nothing that the token could be told from. */
  readonly name: string;
  /** What all of them may send together, whatever the service says; undefined for no limit. */
  readonly own: Limit | undefined;
  readonly log: Pick<Logger, 'warn' | 'info'> | undefined;
  /** Hears that asking again may be worth it earlier than was said: for a bucket, or, without one, for any. */
  readonly onFreed: (bucket: string | undefined) => void;
}

/** Begins to share limits, for whoever keeps this process' own. */
export type ShareOpener = (terms: Pick<SharedLimitsTerms, 'own' | 'onFreed'>) => LimitShare;

/** One process' part in the limits of all. */
export interface LimitShare {
  /** False while the others cannot be asked: then this process goes by its own limits alone. */
  readonly isReachable: boolean;
  /**
   * Asks for the right to one request. Whoever is told to wait keeps a place in line, and has to ask again when the time
   * is over or {@link SharedLimitsTerms.onFreed} says so, or `leave`.
   * @returns Undefined when the others cannot be asked; it never rejects, and is never long in coming.
   */
  ask(bucket: string): Promise<SharedPlace | SharedWait | undefined>;
  /** Nobody asks for the bucket any longer. */
  leave(bucket: string): void;
  /** Forgets what refusals of the bucket taught: they were about something else. */
  pardon(bucket: string): void;
  /** Closes what is open; later questions are answered with undefined. */
  close(): Promise<void>;
}

/** The right to one request. One of its methods has to be called, once. */
export interface SharedPlace {
  readonly kind: 'place';
  /** The request was answered, and was not one too many. */
  passed(notice: LimitNotice | undefined): void;
  /** The request may have reached the service, and was not answered. */
  failed(): void;
  /** No request was made. */
  giveBack(): void;
  /** The request was one too many. */
  refused(refusal: SharedRefusal): void;
}

/** Nobody may make such a request before this time is over. */
export interface SharedWait {
  readonly kind: 'wait';
  readonly waitMs: number;
  /** Whether it concerns the requests of this bucket, or all. */
  readonly scope: 'bucket' | 'all';
  /** Whether the service asked one of the processes for a pause. */
  readonly isPause: boolean;
}

export interface SharedRefusal {
  /** Whom it concerns: this one request, all that share its bucket, or all. */
  readonly scope: 'call' | 'bucket' | 'all';
  /** How long the service is left alone. */
  readonly pauseMs: number;
  /** How long it asked for; undefined when it named no time, and so taught nothing. */
  readonly saidMs: number | undefined;
  readonly notice: LimitNotice | undefined;
  /** Whether it is beyond doubt that the limit is one of that scope. */
  readonly isCertain: boolean;
}
