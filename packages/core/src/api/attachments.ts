import type { AttachmentInput } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import { type FileDetails, type FileSource, fileToSend } from '../rest/file-to-send.js';
import type { Rest } from '../rest/rest.js';
import type { UploadOptions } from './call-options.js';

/** Files that messages show. */
export class Attachments {
  constructor(private readonly rest: Rest) {}

  /**
   * Uploads a file (observed). It belongs to no channel: it is seen where a message names it among its `attachments`,
   * and what this method returns can stand there as it is.
   *
   * The file goes out as it is read and is never held whole. It may be of any length; the service surely has a limit, but
   * nobody knows it. A path, a blob and bytes can be sent again when the service asks for that; a stream cannot. One that is
   * read is closed at the end, also when the call fails.
   *
   * @param source - The path of a file, a blob, bytes, or a stream of bytes.
   * @throws {FileUnreadable} when the file cannot be read to its end, or a stream would have to be read twice.
   * @throws {RequestRejected} 413 when the service finds it too large (inferred).
   * @throws {RequestTimedOut} when for `timeoutMs` neither a byte went out nor an answer came.
   */
  async upload(source: FileSource, details: FileDetails = {}, options: UploadOptions = {}): Promise<AttachmentInput> {
    const image = fileToSend(source, details);
    let fileSizeBytes = 0;
    const onProgress: UploadOptions['onProgress'] = (bytesSent, totalBytes) => {
      fileSizeBytes = bytesSent;
      options.onProgress?.(bytesSent, totalBytes);
    };
    const parts = { type: 'attachment', image };
    const answer = await this.rest.begin(endpoints.uploadAttachment, { parts, onProgress, signal: options.signal });
    return { url: answer.url, name: image.name, fileSizeBytes };
  }
}
