import { authorization, type OperationId, privateChannelName } from '@botwright/protocol';
import { ServerUnusable } from './errors.js';
import { valueAt } from './match.js';
import type { Server } from './server.js';

/** The callers and things that a case may name. */
export interface Surroundings {
  /** What each placeholder stands for. */
  readonly names: Map<string, string>;
  /** The Authorization header of each caller; undefined for somebody who sends none. */
  readonly callers: Map<string, string | undefined>;
}

const placeholdersByType: readonly (readonly [string, string])[] = [
  ['textChannel', 'text'],
  ['todoChannel', 'todo'],
  ['announcementChannel', 'announcement'],
  ['voiceChannel', 'voice'],
];

/**
 * Finds the bot, its first team and the first channel of each type there.
 * @throws {ServerUnusable} when the server does not tell.
 */
export async function findSurroundings(server: Server, token: string): Promise<Surroundings> {
  const bot = authorization(token);
  const look = (operation: OperationId, way: string, parameters?: Record<string, string>) =>
    lookUp(server, bot, { operation, ...(parameters && { parameters }) }, way);
  const botId = String(await look('getLoggedInUser', 'user.id'));
  const teamId = String(await look('listTeams', 'teams.0.id'));
  const channels = await look('getTeamChannels', 'channels', { teamId });
  return {
    names: new Map([['bot', botId], ['team', teamId], ...firstChannels(channels)]),
    callers: new Map([
      ['bot', bot],
      ['nobody', undefined],
      ['stranger', authorization('a-token-nobody-was-given')],
    ]),
  };
}

interface Question {
  readonly operation: OperationId;
  readonly parameters?: Record<string, string>;
}

async function lookUp(server: Server, bot: string, question: Question, way: string): Promise<unknown> {
  const { status, body } = await reach(server, () => server.call(bot, question));
  const value = valueAt(body, way);
  if (status === 200 && value !== undefined) return value;
  throw new ServerUnusable(server.base, `${question.operation} answered ${status} and no ${way}`);
}

/** Tells a server that is not there from one that answers badly. */
export async function reach<Answer>(server: Server, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (failure) {
    const { message, cause } = failure as Error;
    // What fetch throws says no more than that it failed; its cause says why.
    const reason = cause instanceof Error ? cause.message : message;
    throw new ServerUnusable(server.base, reason, { cause: failure });
  }
}

function firstChannels(channels: unknown): [string, string][] {
  const listed = Array.isArray(channels) ? channels : [];
  return placeholdersByType.flatMap(([placeholder, type]): [string, string][] => {
    const channel = listed.find((candidate) => candidate?.type === type && candidate.name !== privateChannelName);
    return channel ? [[placeholder, String(channel.id)]] : [];
  });
}
