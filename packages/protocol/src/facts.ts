// What is known of the service without its schemas: nothing here loads zod, so it costs next to nothing to load.
export * from './endpoint.js';
export * from './frame.js';
export * from './limits.js';
export { endpoints, eventNames, isEventKind } from './outline.js';
export * from './permissions.js';
export * from './read-lightly.js';
export { completeMessage } from './read-message.js';
export { readReady } from './read-ready.js';
export * from './rights.js';
export * from './service.js';
export * from './unreadable.js';
