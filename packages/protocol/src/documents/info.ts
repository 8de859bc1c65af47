import { apiPrefix } from '../service.js';

export const title = 'Team-chat service';

/** The version of the API, as its paths name it. */
export const version = apiPrefix.slice(apiPrefix.lastIndexOf('/') + 1);

/** How to read the documents; CommonMark. */
export const aboutCertainty = [
  'Not written by the service: derived from what its specification, its pages and its clients show.',
  'How sure each fact is stands in `x-certainty`: `stated` in the documents of the service, `observed` in a client or in',
  'a recorded shape, or `inferred`, with the reason in `x-reason`. `x-source` says where it was found. A member without',
  'facts of its own has those of the member that holds it.',
  '',
  'Answers and events have the one shape that code reads. Where a member has a `default`, the service may leave it out',
  'or send null in its place. Members that are not listed may come at any time.',
].join('\n');
