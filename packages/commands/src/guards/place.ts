import type { ChannelId, ChannelType } from '@botwright/protocol';
import { codeSpan } from '../code-text.js';
import { type CallGuard, guardOf } from './guard.js';

/** The message was sent in a team. */
export function inTeam(): CallGuard {
  return guardOf({
    name: 'inTeam',
    stage: 'place',
    phrase: (texts) => texts.guards.team,
    refuse: (context) => (context.inTeam ? undefined : { code: 'NOT_IN_TEAM' }),
  });
}

/** The message was sent outside any team. */
export function inDirectMessage(): CallGuard {
  return guardOf({
    name: 'inDirectMessage',
    stage: 'place',
    phrase: (texts) => texts.guards.directMessage,
    refuse: (context) => (context.inTeam ? { code: 'WRONG_PLACE' } : undefined),
  });
}

/** The message was sent in a team's channel of one of these kinds. */
export function inChannelType(...types: readonly [ChannelType, ...ChannelType[]]): CallGuard {
  const known: ReadonlySet<string> = new Set(types);
  return guardOf({
    name: `inChannelType(${types.join(', ')})`,
    stage: 'place',
    phrase: (texts) => texts.guards.channelTypes(texts.or(types.map(codeSpan))),
    refuse: ({ inTeam: isInTeam, channelType }) =>
      isInTeam && known.has(channelType) ? undefined : { code: 'WRONG_PLACE' },
  });
}

/** The message was sent in one of these channels, by id. */
export function inChannel(...channels: readonly [ChannelId, ...ChannelId[]]): CallGuard {
  return guardOf({
    name: `inChannel(${channels.join(', ')})`,
    stage: 'place',
    phrase: (texts) => texts.guards.channels(texts.or(channels.map(codeSpan))),
    refuse: ({ channelId }) => (channels.includes(channelId) ? undefined : { code: 'WRONG_PLACE' }),
  });
}
