import { fileUrl } from '../cdn.js';
import { demandRoomFor, storeFile } from '../changes/files.js';
import { endpoints } from './endpoint.js';

export const attachmentEndpoints = endpoints({
  uploadAttachment({ apply, headers, parts, world }) {
    demandRoomFor(world, parts.image);
    return { url: fileUrl(headers, apply(storeFile(parts.image))) };
  },
});
