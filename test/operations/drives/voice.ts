import { expect } from 'vitest';
import { drives } from '../support/drive.js';
import type { Stage } from '../support/stage.js';

async function participants({ api, teamId }: Stage, channelId: string): Promise<string[]> {
  return (await api.channels.get(teamId, channelId)).participants.map(({ id }) => id);
}

async function cyJoins(stage: Stage): Promise<void> {
  const { teamId, channels } = stage;
  await stage.personCalls('cy', 'getVoiceCredentials', { params: { teamId, channelId: channels.lounge } });
}

export const voiceDrives = drives({
  async getVoiceCredentials(stage) {
    const { api, teamId, channels, botId } = stage;
    const token = await api.voice.join(teamId, channels.lounge, { isMuted: true });
    expect(token).not.toBe('');
    expect(await participants(stage, channels.lounge)).toEqual([botId]);
    return { USER_JOINED_VOICE_CHANNEL: { user: { id: botId }, channelId: channels.lounge } };
  },

  async updateVoiceMetadata({ api, teamId, channels, botId }) {
    await api.voice.join(teamId, channels.lounge);
    await api.voice.update(teamId, channels.lounge, { isMuted: true, isDeafened: true });
    return {
      USER_UPDATED_VOICE_METADATA: {
        user: { id: botId },
        channelId: channels.lounge,
        isMuted: true,
        isDeafened: true,
      },
    };
  },

  async leaveVoiceChannel(stage) {
    const { api, teamId, channels, botId } = stage;
    await api.voice.join(teamId, channels.lounge);
    await api.voice.leave(teamId, channels.lounge);
    expect(await participants(stage, channels.lounge)).toEqual([]);
    return { USER_LEFT_VOICE_CHANNEL: { user: { id: botId }, channelId: channels.lounge } };
  },

  async moveMember(stage) {
    const { api, teamId, channels, people } = stage;
    await cyJoins(stage);
    const { id: cellar } = await api.channels.create(teamId, { name: 'cellar', type: 'voice' });
    await api.voice.move(teamId, cellar, people.cy.id, channels.lounge);
    expect(await participants(stage, channels.lounge)).toEqual([]);
    expect(await participants(stage, cellar)).toEqual([people.cy.id]);
    return {
      VOICE_CHANNEL_MOVE: { userId: people.cy.id, fromChannelId: channels.lounge, toChannelId: cellar, teamId },
    };
  },

  async disconnectMember(stage) {
    const { api, teamId, channels, people } = stage;
    await cyJoins(stage);
    await api.voice.disconnect(teamId, channels.lounge, people.cy.id);
    expect(await participants(stage, channels.lounge)).toEqual([]);
    return { USER_LEFT_VOICE_CHANNEL: { user: { id: people.cy.id }, channelId: channels.lounge } };
  },
});
