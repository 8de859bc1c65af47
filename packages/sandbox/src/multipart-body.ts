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

/** Lets the routes of a scope take bodies of content type `multipart/form-data`, and no others. */
export function acceptMultipartOnly(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.register(fastifyMultipart);
}

/** Reads a multipart body with the record of its parts. */
export async function readMultipart(request: FastifyRequest, multipart: Multipart, maxFileBytes: number) {
  if (!request.isMultipart()) throw Refusal.unsupportedMediaType('multipart/form-data');
  const received = new Map<string, unknown>();
  try {
    const limits = { fileSize: maxFileBytes, parts: maxParts };
    for await (const part of request.parts({ limits })) received.set(part.fieldname, await readPart(part));
  } catch (error) {
    throw asRefusal(error as FastifyError, maxFileBytes);
  }
  const schema = partsSchema(multipart, (value) => value instanceof UploadedFile);
  return readInput(schema, Object.fromEntries(received), 'the body');
}

async function readPart(part: ReceivedPart): Promise<unknown> {
  if (part.type !== 'file') return part.value;
  // A part need not name its file, whatever the parser's types say.
  const name: string | undefined = part.filename;
  return new UploadedFile(name ?? '', await part.toBuffer());
}

/** The parser's own errors carry a status; what breaks off in the middle of a part carries none. */
function asRefusal(error: FastifyError, maxFileBytes: number): Error {
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return Refusal.bodyTooLarge(maxFileBytes);
  return error.statusCode === undefined ? Refusal.malformedMultipart(error.message) : error;
}
