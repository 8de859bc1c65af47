import { isIP } from 'node:net';

const httpPort = 80;
const hostHeader = /^[\w.:[\]-]+$/;
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where a sandbox listens, and by which names it lets itself be called. */
export class Address {
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  /** `host:port`, as it stands in a URL; the port of plain HTTP is left out. */
  get authority(): string {
    return this.port === httpPort ? this.#name : `${this.#name}:${this.port}`;
  }

  get url(): string {
    return `http://${this.authority}`;
  }

  get #name(): string {
    return isIP(this.host) === 6 ? `[${this.host}]` : this.host;
  }

  /**
   * Whether a Host header names this sandbox. A web page elsewhere can point a name of its own at this machine but
   * cannot make the browser send another name, so only names that are ours are taken.
   */
  owns(host: string | undefined): boolean {
    if (host === undefined || !hostHeader.test(host) || !URL.canParse(`http://${host}`)) return false;
    const { hostname, port } = new URL(`http://${host}`);
    if (Number(port || httpPort) !== this.port) return false;
    return loopbackNames.has(hostname) || hostname === this.#name || (!isLoopback(this.host) && isNumeric(hostname));
  }

  /** Whether an Origin header, where one is sent, is this sandbox's own page. */
  ownsOrigin(origin: string | undefined): boolean {
    if (origin === undefined) return true;
    return origin.startsWith('http://') && this.owns(origin.slice('http://'.length));
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** An address in numbers cannot be pointed elsewhere, as a name can. */
function isNumeric(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
