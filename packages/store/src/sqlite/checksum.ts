import { crc32 } from 'node:zlib';
import type { Row } from '../engine.js';

/** Of everything a row holds, where it stands included. */
export function checksumOf(namespace: string, { key, value, expiresAt }: Row): number {
  return crc32(JSON.stringify([namespace, key, value, expiresAt]));
}
