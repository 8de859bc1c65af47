import { extname } from 'node:path';
import { imageTypeOf } from '../image-type.js';
import type { UploadedFile } from '../multipart-body.js';
import { Refusal } from '../refusal.js';
import type { Change, Stamp } from '../world/change.js';
import type { WorldState, WorldView } from '../world/state.js';

const plainExtension = /^\.[a-z0-9]{1,8}$/;

/** Refuses an upload that the world has no room for. */
export function demandRoomFor({ files, maxTotalUploadBytes }: WorldView, { bytes }: UploadedFile): void {
  let total = bytes.length;
  for (const kept of files.values()) total += kept.bytes.length;
  if (total > maxTotalUploadBytes) throw Refusal.uploadsFull(maxTotalUploadBytes);
}

/** Keeps an upload. What is no raster image is bytes: a page or an SVG must not be shown as one. */
export function storeFile(file: UploadedFile): Change<string> {
  return (state, stamp) => ({ answer: keepFile(state, stamp, file), events: [] });
}

/** @returns the name under which the file is served. */
export function keepFile(state: WorldState, stamp: Stamp, { name: givenName, bytes }: UploadedFile): string {
  const image = imageTypeOf(bytes);
  const name = `${stamp.identities.id()}${image === undefined ? extensionOf(givenName) : `.${image}`}`;
  state.files.set(name, { contentType: image === undefined ? 'application/octet-stream' : `image/${image}`, bytes });
  return name;
}

function extensionOf(name: string): string {
  const extension = extname(name).toLowerCase();
  return plainExtension.test(extension) ? extension : '.bin';
}
