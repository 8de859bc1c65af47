export { LimitsUnshared } from './errors.js';
export { type RedisLimitsOptions, redisLimits } from './redis-limits.js';
