export { type Clock, systemClock, type Timer, TimerTooLong } from './clock.js';
export type { Uptime } from './machine-uptime.js';
export { VirtualClock } from './virtual-clock.js';
