import type { WireFrame } from './frame.js';

export type Message = { readonly text: Buffer } | { readonly binary: Buffer };

/** What has to come of a case by RFC 6455, whoever reads it. */
export interface Expected {
  /** The messages that arrive, in order. */
  readonly messages: readonly Message[];
  /** What the pongs say, in order. */
  readonly pongs: readonly string[];
  /** The codes with which the reader may close; `open` when it may not, `undecided` where the RFC says nothing. */
  readonly end: 'open' | 'undecided' | readonly number[];
}

/** Frames that a peer sends, and what must come of them. */
export interface WireCase {
  /** Its number in its group, and what it is about. */
  readonly title: string;
  readonly frames: readonly WireFrame[];
  /** Sent only if the reader has not ended the connection for what came before: it may notice late. */
  readonly late?: readonly WireFrame[];
  /** How many bytes are written at once; everything unless it is said. */
  readonly chop?: number;
  readonly expected: Expected;
}

/** What a reader allows. */
export interface Bounds {
  readonly longestMessage: number;
  readonly mostFragments: number;
}

export interface WireGroup {
  readonly name: string;
  cases(bounds: Bounds): readonly WireCase[];
}

const opening = '{"t":"HEARTBEAT","d":{"pad":"';
const closing = '"}}';
const shortestHeartbeat: number = Buffer.byteLength(opening + closing);

/** A message that both sides know, with anything inside. */
export function heartbeat(content: Buffer | string = ''): Buffer {
  return Buffer.concat([Buffer.from(opening), Buffer.from(content), Buffer.from(closing)]);
}

/** One of so many bytes. */
export function heartbeatOf(length: number): Buffer {
  return heartbeat(Buffer.alloc(length - shortestHeartbeat, 'x'));
}

/** Where its content begins. */
export const contentStart: number = Buffer.byteLength(opening);

const nothing = { messages: [], pongs: [] };

/** The connection stands, and these messages arrived. */
export function arrives(...texts: readonly Buffer[]): Expected {
  return { ...nothing, messages: texts.map((text) => ({ text })), end: 'open' };
}

/** The connection stands, and these pings were answered. */
export function answers(...pongs: readonly string[]): Expected {
  return { ...nothing, pongs, end: 'open' };
}

/** The reader ends the connection with one of these codes, after these messages. */
export function ends(codes: number | readonly number[], ...texts: readonly Buffer[]): Expected {
  return { ...nothing, messages: texts.map((text) => ({ text })), end: [codes].flat() };
}

/** A case as it is, and as networks may bring it: so many bytes at once. */
export function inChops(wireCase: WireCase, chops: readonly number[] = [1]): WireCase[] {
  const chopped = chops.map((chop) => ({ ...wireCase, title: `${wireCase.title}, ${chop} bytes at once`, chop }));
  return [wireCase, ...chopped];
}

/** Numbers cases as `2.1`, `2.2` … */
export function numbered(group: string, cases: readonly WireCase[]): WireCase[] {
  return cases.map((each, index) => ({ ...each, title: `${group}.${index + 1} ${each.title}` }));
}
