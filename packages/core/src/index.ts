// For everybody who writes a bot.

export { Client, type CloseOptions } from './client.js';
export {
  BodyInvalid,
  BotwrightError,
  ConnectionLost,
  ConnectionRefused,
  EventUnreadable,
  ListenerFailed,
  NotConnected,
  OptionInvalid,
  PathParameterInvalid,
  RateLimited,
  ReadyTimeout,
  ReplyUnreadable,
  RequestError,
  RequestFailed,
  RequestRejected,
  RequestTimedOut,
  ServiceFailed,
  TokenInvalid,
  TransportFailed,
} from './errors.js';
export type { Listener } from './events/dispatcher.js';
export type { ClientOptions, Validation } from './options.js';

// For those who call the service.

export { Api } from './api/api.js';
export type { CallOptions } from './api/call-options.js';
export type { Channels } from './api/channels.js';
export { type ApiMethod, coverage } from './api/coverage.js';
export type { BanDetails, BanPage, Members } from './api/members.js';
export { type AllowedMentions, defuseMentions } from './api/mentions.js';
export type { MessageOptions, MessagePage, Messages } from './api/messages.js';
export type { Roles } from './api/roles.js';
export type { Teams } from './api/teams.js';
export type { Users } from './api/users.js';

// For those who look after the connection.

export type { Dispatcher, DispatcherStats } from './events/dispatcher.js';
export type { Gateway } from './gateway/gateway.js';
export type { GatewayOptions } from './gateway/options.js';
export type { GatewayState, GatewayStateChange } from './gateway/state.js';
export type { GatewayStats } from './gateway/stats.js';
export type { RestOptions } from './rest/options.js';
export type { CallInput, Rest } from './rest/rest.js';
export type { Transport, TransportReply, TransportRequest } from './rest/transport.js';

// For those who build on time and logs.

export { type Clock, systemClock, type Timer } from './clock.js';
export { createLog, type Logger, type LogOptions } from './log.js';

// For tests.

export { FakeClock } from './fake-clock.js';
