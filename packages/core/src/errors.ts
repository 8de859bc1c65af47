export * from './errors/botwright-error.js';
export * from './errors/call-input.js';
export * from './errors/connection.js';
export * from './errors/events.js';
export * from './errors/options.js';
export * from './errors/requests.js';
