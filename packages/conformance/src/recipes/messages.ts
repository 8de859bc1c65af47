import { recipes } from './recipe.js';
import { writeMessage } from './steps.js';

const inText = { channelId: '{textChannel}' };
const theMessage = { ...inText, messageId: '{message}' };
const theReaction = { ...theMessage, emojiId: '👍' };
const react = { as: 'caller', operation: 'reactToMessage', parameters: theReaction } as const;
const reactionEvent = { ...theMessage, teamId: '{team}', emojiId: '👍', reactedBy: { id: '{caller}' } };
const readMessage = { operation: 'getChannelMessageById', parameters: theMessage } as const;

const embed = {
  title: 'A card',
  description: 'with a line',
  url: 'https://example.com/card',
  color: 255,
  author: { name: 'ada', icon_url: 'https://example.com/ada.png' },
  thumbnail: { url: 'https://example.com/small.png' },
  image: { url: 'https://example.com/large.png' },
  footer: { text: 'the end', icon_url: 'https://example.com/end.png' },
};

export const messageRecipes = recipes({
  createChannelMessage: {
    setup: [writeMessage],
    parameters: inText,
    body: {
      content: 'hello',
      embeds: [embed],
      attachments: [{ url: 'https://example.com/plan.pdf', name: 'plan.pdf' }],
      replyTo: '{message}',
      mentions: { users: ['{bot}'] },
      nonce: 'n1',
    },
    answer: {
      message: {
        ...inText,
        content: 'hello',
        embeds: [embed],
        attachments: [{ url: 'https://example.com/plan.pdf' }],
        replyTo: '{message}',
        createdBy: { id: '{caller}' },
        nonce: 'n1',
        editedAt: null,
      },
    },
    events: {
      MESSAGE_SEND: {
        ...inText,
        teamId: '{team}',
        channelType: 'text',
        message: { content: 'hello', createdBy: { id: '{caller}' } },
      },
    },
    after: [
      {
        operation: 'getChannelMessages',
        parameters: inText,
        expect: { matches: { messages: [{ content: 'hello' }], replyMessages: [{ id: '{message}' }] } },
      },
    ],
    refusals: [
      { title: 'a message in a channel for other things', status: 400, parameters: { channelId: '{voiceChannel}' } },
      { title: 'an answer to a message that is not there', status: 404, body: { content: 'hello', replyTo: 'nobody' } },
    ],
  },

  getChannelMessages: {
    setup: [writeMessage],
    parameters: inText,
    looking: {},
    query: { limit: '1', offset: '0' },
    answer: { messages: [{ id: '{message}', content: 'before' }] },
  },

  getChannelMessageById: {
    setup: [writeMessage],
    looking: {
      setup: [{ operation: 'getChannelMessages', parameters: inText, keep: { message: 'messages.0.id' } }],
    },
    parameters: theMessage,
    answer: { message: { id: '{message}', content: 'before', createdBy: { id: '{author}' } } },
  },

  updateChannelMessage: {
    setup: [writeMessage],
    parameters: theMessage,
    body: { content: 'after', embeds: [embed] },
    answer: { message: { id: '{message}', content: 'after', embeds: [embed] } },
    events: { MESSAGE_UPDATED: { ...inText, teamId: '{team}', message: { id: '{message}', content: 'after' } } },
    after: [{ ...readMessage, expect: { matches: { message: { content: 'after' } } } }],
  },

  deleteChannelMessage: {
    setup: [writeMessage],
    parameters: theMessage,
    events: { MESSAGE_DELETED: { ...theMessage, teamId: '{team}' } },
    after: [{ ...readMessage, expect: { status: 404 } }],
  },

  reactToMessage: {
    setup: [writeMessage],
    parameters: theReaction,
    anyParameter: ['emojiId'],
    events: { MESSAGE_REACTION_ADDED: reactionEvent },
    after: [
      {
        ...readMessage,
        expect: {
          matches: { message: { reactions: [{ emojiId: '👍', count: 1, users: [{ userId: '{caller}' }] }] } },
        },
      },
    ],
  },

  deleteReactionFromMessage: {
    setup: [writeMessage, react],
    parameters: theReaction,
    anyParameter: ['emojiId'],
    events: { MESSAGE_REACTION_REMOVED: reactionEvent },
    after: [{ ...readMessage, expect: { lacks: { 'message.reactions': { emojiId: '👍', count: 1 } } } }],
  },
});
