import { ArgumentRefused, type ArgumentType, argumentType, type Message, RequestRejected } from 'botwright';

/** A message of the channel the command came from, by its id. */
export function messageHere(): ArgumentType<Message> {
  return argumentType({
    name: 'message id',
    async parse(written, { api, channelId, signal }) {
      try {
        return await api.messages.get(channelId, written, { signal });
      } catch (failure) {
        if (!(failure instanceof RequestRejected) || failure.status !== 404) throw failure;
        throw new ArgumentRefused({ code: 'NOT_FOUND', wanted: 'message' });
      }
    },
  });
}
