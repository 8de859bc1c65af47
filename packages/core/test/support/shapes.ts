export const botUser = { id: '00000000000000b0', username: 'bot', bot: true };
export const ada = { id: '00000000000000a0', username: 'ada' };
export const team = {
  id: '0000000000000001',
  name: 'team',
  createdBy: ada.id,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** READY's payload, as short as the service may send it. */
export function readyPayload(changes: Record<string, unknown> = {}) {
  return { user: botUser, teams: [team], heartbeatIntervalMs: 30_000, ...changes };
}

/** A message, as short as the service may send it. */
export function message(changes: Record<string, unknown> = {}) {
  return {
    id: '00000000000000e0',
    channelId: '00000000000000c0',
    content: 'hello',
    createdBy: ada,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

let said = 0;

/** The payload of MESSAGE_SEND; each time of another message, since a message that comes again is dropped. */
export function messageEvent(changes: Record<string, unknown> = {}) {
  said += 1;
  const event = message({ id: `e${said.toString(16).padStart(15, '0')}`, ...changes });
  return { message: event, channelId: event.channelId, teamId: team.id };
}
