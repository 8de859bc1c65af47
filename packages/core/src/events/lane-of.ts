/** The channel that an event belongs to, if any. */
export function channelOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { channelId } = payload as { channelId?: unknown };
  return typeof channelId === 'string' ? channelId : undefined;
}

/** Events of one channel keep their order; what belongs to no channel keeps it within its team. */
export function laneOf(payload: unknown): string {
  const channel = channelOf(payload);
  if (channel !== undefined) return channel;
  const { teamId } = (payload ?? {}) as { teamId?: unknown };
  return typeof teamId === 'string' ? teamId : '';
}
