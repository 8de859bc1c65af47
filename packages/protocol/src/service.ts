/** Every path starts with this (stated). */
export const apiPrefix = '/api/v1';

/** Path of the WebSocket, after the origin (observed in five clients). */
export const gatewayPath = `${apiPrefix}/ws`;

/** Origin of the public service that speaks this API (stated). */
export const publicOrigin = 'https://api.teamly.one';

/** Scheme of the Authorization header. `Bot` is stated; `User` is the sandbox's own form for people. */
export type AuthorizationScheme = 'Bot' | 'User';

/** The value of the Authorization header, on HTTP calls and on the handshake of the WebSocket. */
export function authorization(token: string, scheme: AuthorizationScheme = 'Bot'): string {
  return `${scheme} ${token}`;
}

/** What a channel's name reads when the caller may not see the channel but it is listed (observed). */
export const privateChannelName = '__PRIVATE_CHANNEL__';

/** How content mentions someone: `<@USER_ID>` (observed). */
export function mention(userId: string): string {
  return `<@${userId}>`;
}

/** Finds the mentions in content; the first group is the user's id. */
export const mentionPattern = /<@([^<>@\s]{1,128})>/g;
