/** The raster images that every browser shows. */
type ImageType = 'png' | 'gif' | 'webp' | 'jpeg';

/** Tells an image by its first bytes, whatever its name and its sender say. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return start.startsWith('\xff\xd8\xff') ? 'jpeg' : undefined;
}
