import { TokenInvalid } from './errors.js';

/**
 * Looks at a bot token before anything is sent.
 * @throws {TokenInvalid} with a message that does not hold the token.
 */
export function checkToken(token: unknown): string {
  if (typeof token !== 'string') throw new TokenInvalid('is missing');
  if (token.trim() === '') throw new TokenInvalid('is blank');
  if (/^(?:bot|user|bearer)\s/i.test(token)) throw new TokenInvalid('begins with an authorization scheme');
  if (/\s/.test(token)) throw new TokenInvalid('holds white space or a line break');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TokenInvalid('holds a character that no token has');
  return token;
}
