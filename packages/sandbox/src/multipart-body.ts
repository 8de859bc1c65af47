import { type Multipart, partsSchema } from '@botwright/protocol';
import fastifyMultipart, { type Multipart as ReceivedPart } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { readInput } from './bad-input.js';
import { Refusal } from './refusal.js';

/** A file as it came in one part of a body. */
export class UploadedFile {
  constructor(
    /** As the caller named it, or nothing. */
    readonly name: string,
    readonly bytes: Buffer,
  ) {}
}

const maxParts = 16;

/** Of a part that is no file. The longest that an operation takes is a name. */
const maxTextBytes = 64 * 1024;

/** Lets the routes of a scope take bodies of content type `multipart/form-data`, and no others. */
export function acceptMultipartOnly(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.register(fastifyMultipart);
}

/** Reads a multipart body with the record of its parts. Its files together may have as many bytes as one may have. */
export async function readMultipart(request: FastifyRequest, multipart: Multipart, maxFileBytes: number) {
  if (!request.isMultipart()) throw Refusal.unsupportedMediaType('multipart/form-data');
  const received = await readParts(request, maxFileBytes).catch((error: FastifyError) => {
    // What is still to come runs to nowhere: the parser would take that apart too, part by part.
    request.raw.unpipe().resume();
    throw asRefusal(error, maxFileBytes);
  });
  const schema = partsSchema(multipart, (value) => value instanceof UploadedFile);
  return readInput(schema, Object.fromEntries(received), 'the body');
}

async function readParts(request: FastifyRequest, maxFileBytes: number): Promise<Map<string, unknown>> {
  const limits = { fileSize: maxFileBytes, fieldSize: maxTextBytes, parts: maxParts };
  const received = new Map<string, unknown>();
  let fileBytes = 0;
  for await (const part of request.parts({ limits })) {
    const value = await readPart(part);
    if (value instanceof UploadedFile) fileBytes += value.bytes.length;
    if (fileBytes > maxFileBytes) throw Refusal.bodyTooLarge(maxFileBytes);
    received.set(part.fieldname, value);
  }
  return received;
}

async function readPart(part: ReceivedPart): Promise<unknown> {
  if (part.type !== 'file') {
    if (part.valueTruncated) throw Refusal.textPartTooLarge(maxTextBytes);
    return part.value;
  }
  // A part need not name its file, whatever the parser's types say.
  const name: string | undefined = part.filename;
  return new UploadedFile(name ?? '', await part.toBuffer());
}

/** The parser's own errors carry a status; what breaks off in the middle of a part carries none. */
function asRefusal(error: FastifyError | Refusal, maxFileBytes: number): Error {
  if (error instanceof Refusal) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return Refusal.bodyTooLarge(maxFileBytes);
  return error.statusCode === undefined ? Refusal.malformedMultipart(error.message) : error;
}
