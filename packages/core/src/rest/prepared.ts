import type { Endpoint } from '@botwright/protocol';
import type { Schemas } from '../schemas.js';
import type { MultipartBody } from './multipart-body.js';
import type { Route } from './route.js';

/** A call, ready to be sent. */
export interface Prepared {
  readonly operation: Endpoint;
  readonly route: Route;
  readonly bucket: string;
  /** Of its priority. */
  readonly rank: number;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | MultipartBody | undefined;
  /** Takes every secret that has to do with the call out of a text. */
  readonly clean: (text: string) => string;
  /** Compares what goes out with the schemas, where that is wanted; throws {@link BodyInvalid}. */
  readonly check: ((schemas: Schemas) => void) | undefined;
  /** What the path was filled with, secrets included. */
  readonly params: Readonly<Record<string, unknown>>;
}
