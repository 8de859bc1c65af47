import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers a handshake with a status and a JSON body in place of a connection. */
export function refuseUpgrade(
  stream: Duplex,
  { status, body }: { readonly status: number; readonly body: object },
): void {
  const text = JSON.stringify(body);
  // A peer that is gone already needs no answer.
  stream.on('error', () => undefined);
  // The server keeps a half-closed stream until its peer closes too, which a peer need not do.
  stream.once('finish', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
