import type { Channel } from '@botwright/protocol';
import type { TemplateResult } from 'lit';
import { icons } from './icons.js';

interface ChannelKind {
  readonly sign: TemplateResult | string;
  /** What follows the name for those who cannot see the sign; nothing for the usual kind. */
  readonly name: string;
}

const kinds: Readonly<Record<string, ChannelKind>> = {
  text: { sign: '#', name: '' },
  todo: { sign: icons.todo, name: 'to-do list' },
  announcement: { sign: icons.announcement, name: 'announcements' },
  voice: { sign: icons.voice, name: 'voice room' },
  watchstream: { sign: icons.watchstream, name: 'watch-stream' },
};

/** How a kind of channel is shown; the service may know more kinds than this page. */
export function channelKind({ type }: Channel): ChannelKind {
  return Object.hasOwn(kinds, type) ? (kinds[type] as ChannelKind) : { sign: '–', name: type };
}
