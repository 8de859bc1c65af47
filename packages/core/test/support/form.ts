import type { ReceivedRequest } from './service.js';

/** The parts of a multipart body, read by somebody else's code than the one that wrote it. */
export async function formOf({ bytes, headers }: Pick<ReceivedRequest, 'bytes' | 'headers'>): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
}
