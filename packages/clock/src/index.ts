export { type Clock, systemClock, type Timer, TimerTooLong } from './clock.js';
export { VirtualClock } from './virtual-clock.js';
