export type { SandboxDescription } from './description.js';
export type { SandboxLog } from './log.js';
export { SandboxOptionInvalid, type SandboxOptions } from './options.js';
export { createSandbox, type ListenOptions, type Sandbox } from './sandbox.js';
export type { DefaultChannelName, DefaultPersonName } from './world/default-world.js';
