import { apiPrefix } from '@botwright/protocol/facts';
import { OptionInvalid } from './errors.js';

/**
 * The origin in a base URL.
 * @throws {OptionInvalid} for anything but an http or https origin and the API's prefix.
 */
export function originOf(baseUrl: string): string {
  const wrong = () => new OptionInvalid('baseUrl', baseUrl, 'an http or https origin such as https://example.org');
  if (!URL.canParse(baseUrl)) throw wrong();
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const isPlain = !url.username && !url.password && !url.search && !url.hash;
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp || !isPlain || (path !== '' && path !== apiPrefix)) throw wrong();
  return url.origin;
}

/** Whether an origin is on this machine, where nobody has to be spared. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
