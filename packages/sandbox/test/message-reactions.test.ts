import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

async function toMessage(sandbox: Sandbox, emojiId: string) {
  const params = { channelId: sandbox.description.channels.general };
  const { body } = await callersOf(sandbox).ada.call('createChannelMessage', { params, body: { content: 'tea?' } });
  return { params: { ...params, messageId: (body['message'] as { id: string }).id, emojiId } };
}

async function reactions(caller: Caller, input: Awaited<ReturnType<typeof toMessage>>): Promise<unknown> {
  const { body } = await caller.call('getChannelMessageById', input);
  return (body['message'] as { reactions: unknown }).reactions;
}

describe('a reaction', () => {
  test.each(['👍', '👩🏽‍🚀', '0123456789abcdef'])(
    '%s counts who gave it, with the time, and is told of',
    async (emojiId) => {
      await using sandbox = await openSandbox();
      const { cy, dee } = callersOf(sandbox);
      const { people, channels, team } = sandbox.description;
      await using heard = await connect(sandbox, 'bot');
      const input = await toMessage(sandbox, emojiId);
      await cy.call('reactToMessage', input);
      await dee.call('reactToMessage', input);
      const timestamp = expect.stringMatching(/Z$/);
      expect(await reactions(cy, input)).toEqual([
        {
          emojiId,
          count: 2,
          users: [
            { userId: people.cy.id, timestamp },
            { userId: people.dee.id, timestamp },
          ],
        },
      ]);
      expect(await heard.next('MESSAGE_REACTION_ADDED')).toMatchObject({
        messageId: input.params.messageId,
        channelId: channels.general,
        channelType: 'text',
        teamId: team.id,
        emojiId,
        reactedBy: { id: people.cy.id },
      });
    },
  );

  test('counts once however often it is given, and is gone once all have taken it back', async () => {
    await using sandbox = await openSandbox();
    const { cy, dee } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'bot');
    const input = await toMessage(sandbox, '👍');
    for (const caller of [cy, cy, dee]) await caller.call('reactToMessage', input);
    await cy.call('deleteReactionFromMessage', input);
    expect(await reactions(cy, input)).toMatchObject([
      { emojiId: '👍', count: 1, users: [{ userId: sandbox.description.people.dee.id }] },
    ]);
    for (const caller of [dee, dee]) {
      expect(await caller.call('deleteReactionFromMessage', input)).toMatchObject({ status: 200 });
    }
    expect(await reactions(cy, input)).toEqual([]);
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind.startsWith('MESSAGE_REACTION_'))).toEqual([
      'MESSAGE_REACTION_ADDED',
      'MESSAGE_REACTION_ADDED',
      'MESSAGE_REACTION_REMOVED',
      'MESSAGE_REACTION_REMOVED',
    ]);
  });

  test('stands beside those with other emojis, in the order in which they came', async () => {
    await using sandbox = await openSandbox();
    const { cy, dee } = callersOf(sandbox);
    const input = await toMessage(sandbox, '👍');
    await cy.call('reactToMessage', input);
    await cy.call('reactToMessage', { params: { ...input.params, emojiId: '🎉' } });
    await dee.call('reactToMessage', input);
    expect(await reactions(cy, input)).toMatchObject([
      { emojiId: '👍', count: 2 },
      { emojiId: '🎉', count: 1 },
    ]);
  });
});
