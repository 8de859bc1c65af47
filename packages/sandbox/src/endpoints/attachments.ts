import { fileUrl } from '../cdn.js';
import { storeFile } from '../changes/files.js';
import { endpoints } from './endpoint.js';

export const attachmentEndpoints = endpoints({
  uploadAttachment({ apply, headers, parts }) {
    return { url: fileUrl(headers, apply(storeFile(parts.image))) };
  },
});
