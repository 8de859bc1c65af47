// For everybody who runs a sandbox.

// For those who handle errors.
export { SandboxDataInUse, SandboxDataUnusable } from './data/errors.js';
export type { SandboxDescription } from './description.js';
// For those who show how a bot reads a text.
export type { ExplainedPlace, Explainer } from './explaining.js';
// For those who let things go wrong.
export type {
  FaultRule,
  FrameKind,
  GatewayFault,
  GatewayFaultRule,
  RestFault,
  RestFaultRule,
} from './faults/rule.js';
export { FaultRuleInvalid } from './faults/rule.js';
export type { SentFrame } from './frames.js';
export type { SandboxLog } from './log.js';
export { SandboxOptionInvalid } from './option-invalid.js';
export type { SandboxOptions } from './options.js';
// For those who record and play.
export { type BotCall, type Playback, type PlaybackOptions, playRecording } from './recordings/playback.js';
export type { RecordedNames, RecordedStep, Recording } from './recordings/recording.js';
export { RecordingInvalid } from './recordings/recording.js';
export { createSandbox, type Faults, type ListenOptions, type Sandbox } from './sandbox.js';
export type { DefaultChannelName, DefaultPersonName } from './world/default-world.js';
export type { WorldDescription } from './world-description.js';
