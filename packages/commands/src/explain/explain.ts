import type { Api } from '@botwright/core';
import type { ChannelId, EventPayload, TeamId, User, UserId } from '@botwright/protocol';
import { bindArguments, escapableOf } from '../arguments/bind.js';
import { InputRefused } from '../arguments/problems.js';
import { type Token, TokenReader } from '../arguments/tokens.js';
import { type Conversion, ValueParser } from '../arguments/value-parser.js';
import { CallDirectory } from '../call-directory.js';
import type { CallContext, CommandContext } from '../context.js';
import type { CommandDefinition } from '../definition.js';
import { CoolingDown } from '../errors.js';
import { explainFailure } from '../failures.js';
import { refusalOf, verdictsOf } from '../guards/check.js';
import type { GuardVerdict } from '../guards/guard.js';
import type { Cooldowns } from '../limits/cooldowns.js';
import type { CooldownRule } from '../limits/rules.js';
import { normaliseName } from '../names.js';
import { endOfMention } from '../prefixes.js';
import type { Registry } from '../registry.js';
import type { CallRules } from '../team-settings.js';

/** Who would say a text, and where. Outside any team `teamId` is null. */
export interface ExplainPlace {
  readonly teamId: TeamId | null;
  readonly channelId: ChannelId;
  readonly userId: UserId;
}

/** A piece of the text, as indices of UTF-16 code units. */
export interface ExplainedSpan {
  readonly start: number;
  readonly end: number;
}

export interface ExplainedToken extends ExplainedSpan {
  readonly kind: Token['kind'];
  /** Without quotes and escapes; of an option its name. */
  readonly text: string;
  /** What is attached to an option: `3` in `--days=3`. */
  readonly value: string | null;
}

/** A word that was tried as an argument. */
export interface ExplainedConversion extends ExplainedSpan {
  /** The argument's name, or `--` and the option's. */
  readonly argument: string;
  readonly type: string;
  readonly text: string;
  /** The value, shortened, when it was taken. */
  readonly value: string | null;
  /** The code of the problem, when it was not. */
  readonly problem: string | null;
}

export interface ExplainedCooldown extends CooldownRule {
  /** `null` when one call more would be let through. */
  readonly retryAfterMs: number | null;
}

/** What would become of a text, as plain JSON. */
export interface Explanation {
  readonly text: string;
  readonly author: Pick<User, 'id' | 'username'>;
  readonly place: ExplainPlace & { readonly channelType: string };
  /**
   * `ignored`: whoever says it, or the place, calls nothing. `no-prefix`: ordinary talk. `unknown` and `disabled`: no such
   * command here. `refused`: the person would be told `answer`. `failed`: something could not be read. `runs`: it would.
   */
  readonly outcome: 'ignored' | 'no-prefix' | 'unknown' | 'disabled' | 'refused' | 'failed' | 'runs';
  /** The code of what stopped it. */
  readonly reason: string | null;
  readonly answer: string | null;
  readonly prefix: ExplainedSpan | null;
  readonly command: string | null;
  /** Where the command's name stands. */
  readonly name: ExplainedSpan | null;
  readonly guards: readonly GuardVerdict[];
  readonly tokens: readonly ExplainedToken[];
  readonly conversions: readonly ExplainedConversion[];
  readonly cooldowns: readonly ExplainedCooldown[];
}

type MessageEvent = EventPayload<'MESSAGE_SEND'>;

interface Call {
  readonly command: CommandDefinition;
  readonly from: number;
}

/** What a router lends: the same steps that a call takes. */
export interface ExplainParts {
  readonly api: Api;
  readonly registry: Registry;
  readonly bot: Pick<User, 'id'>;
  readonly cooldowns: Cooldowns;
  rulesFor(teamId: TeamId | null, userId: UserId): CallRules | Promise<CallRules>;
  callIn(event: MessageEvent, rules: CallRules): Promise<Call | undefined>;
  isIgnored(event: MessageEvent): boolean;
  contextOf(event: MessageEvent, command: CommandDefinition, rules: CallRules, signal: AbortSignal): CallContext;
}

/** @throws {RequestRejected} when there is no such person, or no such channel in the team. */
export async function explainCall(text: string, place: ExplainPlace, parts: ExplainParts): Promise<Explanation> {
  const event = await imagine(text, place, parts.api);
  const rules = await parts.rulesFor(place.teamId, place.userId);
  const blank = emptyExplanation(text, place, event);
  if (parts.isIgnored(event)) return { ...blank, outcome: 'ignored' };
  const prefixEnd = rules.prefixes.endIn(text) || endOfMention(text, parts.bot.id);
  const prefix = prefixEnd === 0 ? null : { start: 0, end: prefixEnd };
  const call = await parts.callIn(event, rules);
  if (call !== undefined) return { ...blank, prefix, ...(await explainSteps(call, event, rules, parts)) };
  if (prefix === null) return blank;
  const off = new CallDirectory(parts.registry, rules).findAny(text, prefixEnd);
  return { ...blank, prefix, outcome: off === undefined ? 'unknown' : 'disabled' };
}

async function imagine(text: string, { teamId, channelId, userId }: ExplainPlace, api: Api): Promise<MessageEvent> {
  const [createdBy, channel] = await Promise.all([
    api.users.get(userId),
    teamId === null ? undefined : api.channels.get(teamId, channelId),
  ]);
  const message = {
    id: 'explained',
    channelId,
    type: 'text',
    content: text,
    attachments: [],
    createdBy,
    editedAt: null,
    replyTo: null,
    embeds: [],
    emojis: [],
    reactions: [],
    nonce: null,
    createdAt: new Date().toISOString(),
    mentions: { users: [] },
  };
  return { message, channelId, teamId, channelType: channel?.type ?? 'text' };
}

function emptyExplanation(text: string, place: ExplainPlace, { message, channelType }: MessageEvent): Explanation {
  const { id, username } = message.createdBy;
  return {
    text,
    author: { id, username },
    place: { ...place, channelType },
    outcome: 'no-prefix',
    reason: null,
    answer: null,
    prefix: null,
    command: null,
    name: null,
    guards: [],
    tokens: [],
    conversions: [],
    cooldowns: [],
  };
}

/** Everything is looked at, also behind what would stop the call: that is what one wants to see. */
async function explainSteps(call: Call, event: MessageEvent, rules: CallRules, parts: ExplainParts) {
  const { command, from } = call;
  const context = parts.contextOf(event, command, rules, new AbortController().signal);
  const conversions: ExplainedConversion[] = [];
  const parser = new ValueParser(context, (conversion) => conversions.push(explained(conversion)));
  const refusal = await failureOf(async () => refusalOf(command, context));
  const bound = await failureOf(async () => {
    await bindArguments(command, context, from, parser);
    return undefined;
  });
  const cooldowns = await parts.cooldowns.look(command, context);
  const waits = cooldowns.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const cooling = waits.length === 0 ? undefined : new CoolingDown(command.name, Math.max(...waits));
  const failure = refusal ?? bound ?? cooling;
  const answer = failure === undefined ? null : (explainFailure(failure, command, context) ?? null);
  return {
    outcome: failure === undefined ? 'runs' : answer === null ? 'failed' : 'refused',
    reason: failure === undefined ? null : reasonOf(failure),
    answer,
    command: command.name,
    name: nameSpan(event.message.content ?? '', call, rules),
    guards: await verdictsOf(command, context),
    tokens: tokensOf(command, context, from),
    conversions,
    cooldowns: cooldowns.map(({ rule, retryAfterMs }) => ({ ...rule, retryAfterMs: retryAfterMs ?? null })),
  } as const;
}

async function failureOf(step: () => Promise<unknown>): Promise<unknown> {
  try {
    return await step();
  } catch (error) {
    return error;
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof InputRefused) return failure.problem.code;
  return failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure);
}

function explained({ parameter, given, outcome }: Conversion): ExplainedConversion {
  const isRefused = outcome instanceof InputRefused;
  return {
    argument: 'flag' in parameter ? `--${parameter.name}` : parameter.name,
    type: parameter.type.name,
    text: given.text,
    start: given.start,
    end: given.end,
    value: isRefused ? null : shown(outcome),
    problem: isRefused ? outcome.problem.code : null,
  };
}

const longestShown = 100;

/** A thing of the service by name and id, anything else as JSON. */
function shown(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'object' && value !== null && 'id' in value) {
    const name = 'username' in value ? value.username : 'name' in value ? value.name : undefined;
    return name === undefined ? `(${value.id})` : `${name} (${value.id})`;
  }
  const text = value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function tokensOf({ rules, optionsByName }: CommandDefinition, { content, prefix }: CommandContext, from: number) {
  const isColonName = (name: string) => optionsByName.has(normaliseName(name));
  const reader = new TokenReader(content, from, {
    escapable: escapableOf(prefix),
    isColonName: rules.colonOptions ? isColonName : undefined,
  });
  const tokens: ExplainedToken[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) tokens.push(plain(token));
  return tokens;
}

function plain(token: Token): ExplainedToken {
  const { kind, start, end } = token;
  if (kind === 'word') return { kind, start, end, text: token.text, value: null };
  if (kind === 'options-end') return { kind, start, end, text: '--', value: null };
  return { kind, start, end, text: kind === 'long' ? token.name : token.letters, value: token.value?.text ?? null };
}

function nameSpan(content: string, { from }: Call, rules: CallRules): ExplainedSpan {
  const start = rules.prefixes.endIn(content);
  const blank = content.slice(start, from).search(/\S/);
  return { start: start + Math.max(0, blank), end: from };
}
