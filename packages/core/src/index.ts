// For everybody who writes a bot.

export { type Abortable, Cancellation, type Follower } from './cancellation.js';
export { Client, type CloseOptions } from './client.js';
export {
  BodyInvalid,
  BotwrightError,
  type CallOutcome,
  CircuitOpen,
  ConnectionLost,
  ConnectionRefused,
  EventUnreadable,
  FileUnreadable,
  FramesBacklogged,
  ListenerFailed,
  ListenerTimedOut,
  NotConnected,
  OptionInvalid,
  OutcomeUnknown,
  PathParameterInvalid,
  QueueFull,
  RateLimited,
  ReadyTimeout,
  ReplayIncomplete,
  ReplyUnreadable,
  RequestError,
  RequestFailed,
  RequestRejected,
  RequestTimedOut,
  ServiceFailed,
  SessionsRejected,
  TodoUnsettled,
  TokenInvalid,
  TokenShared,
  TransportFailed,
} from './errors.js';
export type { Claim, Delivered, Listener, ListenOptions } from './events/dispatcher.js';
export { currentHandling, type Handling } from './handling.js';
export { checkNumbers, type NumberKinds } from './number-options.js';
export type { ClientOptions, Validation } from './options.js';
export { type Listed, Roll } from './roll.js';
export { asWork, currentWork, excuseCurrentWork, isExcused, overOrExcused } from './work.js';

// For those who call the service.

export type { AnnouncementDraft, AnnouncementOptions, Announcements } from './api/announcements.js';
export { Api } from './api/api.js';
export type { ApplicationForm, Applications } from './api/applications.js';
export type { Attachments } from './api/attachments.js';
export type { BlogDraft, Blogs } from './api/blogs.js';
export type { CallOptions, UploadOptions } from './api/call-options.js';
export type { Categories, CategoryDraft } from './api/categories.js';
export type { ChannelPriority, Channels } from './api/channels.js';
export { type ApiMethod, coverage } from './api/coverage.js';
export type { DirectMessages } from './api/direct-messages.js';
export type { Denial, Explanation, UncertainRight } from './api/explanation.js';
export type { HistoryRange } from './api/history.js';
export type { BanDetails, BanPage, Members } from './api/members.js';
export { type AllowedMentions, defuseMentions } from './api/mentions.js';
export type { MessageOptions, MessagePage, Messages } from './api/messages.js';
export type { ReactionDraft, Reactions } from './api/reactions.js';
export type { Roles } from './api/roles.js';
export type { AuditLog, AuditLogPage, Teams } from './api/teams.js';
export type { Todos } from './api/todos.js';
export type { StatusDraft, Users } from './api/users.js';
export type { Voice, VoiceEntry, VoiceState } from './api/voice.js';
export { type FileDetails, type FileSource, type FileToSend, fileToSend } from './rest/file-to-send.js';
export type { ProgressListener } from './rest/multipart-body.js';
export { WebhookClient, type WebhookClientOptions, type WebhookOptions } from './webhook-client.js';

// For those who look after the connection.

export type { Dispatcher, DispatcherStats } from './events/dispatcher.js';
export type { HandlerOptions } from './events/options.js';
export type { Gateway } from './gateway/gateway.js';
export type { FrameListener, ObservedFrame } from './gateway/observers.js';
export type { GatewayOptions } from './gateway/options.js';
export type { GatewayState, GatewayStateChange } from './gateway/state.js';
export type { GatewayStats, LossKind, NumberFault } from './gateway/stats.js';
export type { ReplayOptions } from './replay/options.js';
export type { Replay, ReplayStats } from './replay/replay.js';
export type { Nonces } from './rest/nonces.js';
export type { RequestEnd, RequestObserver, RequestPause, RequestStart } from './rest/observers.js';
export type { RestOptions } from './rest/options.js';
export type { Priority } from './rest/priority.js';
export type { Recognition } from './rest/recognition.js';
export type { CallInput, Rest } from './rest/rest.js';
export type { Transport, TransportReply, TransportRequest } from './rest/transport.js';

// For those who share limits between processes.

export { guessOf, type Lesson, type Limit, lessonOf } from './rest/lesson.js';
export type { LimitNotice } from './rest/limit-headers.js';
export type {
  LimitShare,
  SharedLimits,
  SharedLimitsTerms,
  SharedPlace,
  SharedRefusal,
  SharedWait,
} from './rest/shared-limits.js';

// For those who build on time and logs.

export { type Clock, systemClock, type Timer } from '@botwright/clock';
export { createLog, type Logger, type LogOptions } from './log.js';

// For tests.

export { VirtualClock } from '@botwright/clock';
