/** The first bytes of each kind of image, with some more behind them. */
export const imageBytes = {
  png: Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'),
  gif: Buffer.from('GIF89a and so on', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBP and so on', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1'),
} as const;

/** A multipart body; what is no text becomes a file that claims to be `name`. */
export function formOf(parts: Readonly<Record<string, string | Buffer>>, name = 'file.bin'): FormData {
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(part, value);
    else form.append(part, new Blob([new Uint8Array(value)]), name);
  }
  return form;
}

/** The content type of a multipart body that is written out by hand. */
export const writtenForm = 'multipart/form-data; boundary=b';

/** One part of a body that is written out by hand; `--b--` ends the body. */
export function writtenPart(head: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
}
