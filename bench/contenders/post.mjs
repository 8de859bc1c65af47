// The least that posting JSON and reading the answer takes: undici's dispatch, with a handler of its own.
import { Pool } from 'undici';
import { where } from './measure.mjs';

const pool = new Pool(where.origin, { connections: 16 });

/** Calls back with what the answer says. */
export function post(path, headers, body, done) {
  const chunks = [];
  pool.dispatch(
    { path, method: 'POST', headers, body: JSON.stringify(body) },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status) => {
        if (status !== 200) throw new Error(`answered with ${status}`);
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => done(JSON.parse(Buffer.concat(chunks).toString())),
      onResponseError: (_controller, error) => {
        throw error;
      },
    },
  );
}
