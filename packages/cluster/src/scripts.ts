/**
 * What Redis does in one step each. For a bucket, and for all requests together, it keeps:
 *
 * - a hash of what is known of the limit,
 * - `log`: the requests that count, by the moment at which the service has counted them at the latest,
 * - `way`: those that were not answered yet, by their start; one that takes too long is forgotten, like its process,
 * - `line`: the processes that wait for a place, by the moment since when they have.
 *
 * Times are milliseconds of Redis' own clock, so that the processes' clocks need not agree. A request is named by its
 * start, its process and a number. Each script is given a channel and the bucket's name first.
 */
const prelude = `
local bucket, all = 1, 5
-- A request is taken to have arrived this long after its start at the latest, also when no answer came yet.
local transit = 1000
-- One that takes longer does not hold up the next of a bucket that nobody knows the limit of.
local slow = 500
-- And one that takes this long is that of a process that died.
local lease = 10000
-- Whoever was told when to ask again and has not by then has left the line.
local grace = 250
-- Refusals are understood from what was let through in this time.
local remembered = 60000
local mostRemembered = 1000
local longestPause = 600000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function number(at, field)
  return tonumber(redis.call('HGET', KEYS[at], field) or 0)
end

-- The moment up to which something holds; one that is too far off comes from a clock that was set back since.
local function momentIn(at, field)
  local moment = number(at, field)
  return moment - now <= longestPause and moment or 0
end

-- What is known of a limit, once what was learnt and is too old is forgotten.
local function known(at)
  local forgetAt = number(at, 'forgetAt')
  if forgetAt > 0 and forgetAt <= now then
    redis.call('HDEL', KEYS[at], 'limit', 'window', 'forgetAt', 'refusals')
  end
  return number(at, 'limit'), number(at, 'window')
end

-- Lets all of it expire when nobody has used it for long enough.
local function keep(at)
  local rest = math.max(number(at, 'forgetAt'), number(at, 'paused'), number(at, 'creditUntil')) - now
  local ttl = math.ceil(math.max(2 * remembered, 2 * number(at, 'window'), rest))
  for offset = 0, 3 do redis.call('PEXPIRE', KEYS[at + offset], ttl) end
end

-- Tells those who wait for an answer to a request under way, since one has come.
local function wake(at)
  if redis.call('HDEL', KEYS[at], 'hurry') == 1 then
    redis.call('PUBLISH', ARGV[1], at == bucket and ARGV[2] or '')
  end
end

local function land(at, request, counts)
  redis.call('ZREM', KEYS[at + 2], request)
  if counts then
    redis.call('ZADD', KEYS[at + 1], 'XX', 'LT', now + 1, request)
  else
    redis.call('ZREM', KEYS[at + 1], request)
  end
end

-- Notes what an answer said of its bucket's limit.
local function tell(request, limit, remaining, reset)
  if not reset then return end
  local start = tonumber(string.match(request, '^%d+'))
  local isOld = number(bucket, 'creditUntil') > now and number(bucket, 'creditFrom') > start
  if remaining and not isOld then
    local left = remaining - redis.call('ZCARD', KEYS[bucket + 2])
    redis.call('HSET', KEYS[bucket], 'credit', left, 'creditUntil', now + math.ceil(reset), 'creditFrom', start)
  end
  if not limit then return end
  if limit > mostRemembered then
    reset = reset * mostRemembered / limit
    limit = mostRemembered
  end
  reset = math.ceil(reset)
  local isSame = number(bucket, 'told') == 1 and number(bucket, 'limit') == limit
  if isSame and reset <= number(bucket, 'window') * 1.01 then return end
  redis.call('HSET', KEYS[bucket], 'told', 1, 'limit', limit, 'window', reset)
  redis.call('HDEL', KEYS[bucket], 'forgetAt')
end
`;

/**
 * Asks for a place: ARGV holds the process, a number, and the limit of all requests that the process was given, with its
 * window. Answers 1 and the request's name, or 0, how long to wait, whose limit it is, and whether it is a pause.
 */
const take = `${prelude}
local me, ownLimit, ownWindow = ARGV[3], tonumber(ARGV[5]), tonumber(ARGV[6])

-- How many processes were here first.
local function ahead(at)
  local count = 0
  for _, other in ipairs(redis.call('ZRANGE', KEYS[at + 3], 0, -1)) do
    if other == me then break end
    if number(at, 'seen:' .. other) < now then
      redis.call('ZREM', KEYS[at + 3], other)
      redis.call('HDEL', KEYS[at], 'seen:' .. other)
    else
      count = count + 1
    end
  end
  return count
end

-- How long to wait, whether an answer to another request may make it shorter, and whether it is a pause.
local function waitFor(at)
  local paused = momentIn(at, 'paused')
  if paused > now then return paused - now, false, true end
  local log, way = KEYS[at + 1], KEYS[at + 2]
  redis.call('ZREMRANGEBYSCORE', way, '-inf', now - lease)
  -- Redis' clock was set back.
  redis.call('ZREMRANGEBYSCORE', way, now + 1, '+inf')
  redis.call('ZREMRANGEBYSCORE', log, now + transit + 1, '+inf')
  local underWay = redis.call('ZCARD', way)
  local first = ahead(at)
  -- After a refusal one request asks for all.
  if number(at, 'strikes') > 0 and underWay + first > 0 then return grace, true, false end
  local wait, mayHurry = 0, false

  local function bound(limit, window)
    local since = '(' .. (now - window)
    local used = redis.call('ZCOUNT', log, since, '+inf')
    if limit - used > first then return end
    local index = math.min(used - limit + first, used - 1)
    local entry = index >= 0 and redis.call('ZRANGEBYSCORE', log, since, '+inf', 'WITHSCORES', 'LIMIT', index, 1) or {}
    wait = math.max(wait, entry[2] and entry[2] + window - now or grace)
    mayHurry = mayHurry or not entry[1] or redis.call('ZSCORE', way, entry[1]) ~= false
  end

  local limit, window = known(at)
  if limit > 0 then
    bound(limit, window)
  elseif at == bucket then
    local youngest = redis.call('ZRANGE', way, -1, -1, 'WITHSCORES')
    local busy = youngest[2] and youngest[2] + slow - now or 0
    if busy > 0 or first > 0 then
      wait = busy > 0 and busy or grace
      mayHurry = true
    end
  end
  if at == all and ownLimit > 0 then bound(ownLimit, ownWindow) end
  local creditUntil = momentIn(at, 'creditUntil')
  if creditUntil > now and number(at, 'credit') <= first then
    wait = math.max(wait, creditUntil - now)
    mayHurry = mayHurry or underWay > 0
  end
  return wait, mayHurry, false
end

local function refuse(at, wait, mayHurry, isPause)
  wait = math.max(1, math.ceil(wait))
  redis.call('ZADD', KEYS[at + 3], 'NX', now, me)
  redis.call('HSET', KEYS[at], 'seen:' .. me, now + wait + grace)
  if mayHurry then redis.call('HSET', KEYS[at], 'hurry', 1) end
  keep(at)
  return { 0, wait, at == all and 'all' or 'bucket', isPause and 1 or 0 }
end

local function leaveLine(at)
  redis.call('ZREM', KEYS[at + 3], me)
  redis.call('HDEL', KEYS[at], 'seen:' .. me)
end

local request = string.format('%.0f:%s:%s', now, me, ARGV[4])

local function grant(at)
  leaveLine(at)
  local log = KEYS[at + 1]
  redis.call('ZREMRANGEBYSCORE', log, '-inf', now - math.max(remembered, number(at, 'window')))
  redis.call('ZADD', log, now + transit, request)
  redis.call('ZREMRANGEBYRANK', log, 0, -mostRemembered - 1)
  redis.call('ZADD', KEYS[at + 2], now, request)
  if number(at, 'creditUntil') > now then redis.call('HINCRBY', KEYS[at], 'credit', -1) end
  keep(at)
end

for _, at in ipairs({ bucket, all }) do
  local wait, mayHurry, isPause = waitFor(at)
  if wait > 0 then
    if at == all then leaveLine(bucket) end
    return refuse(at, wait, mayHurry, isPause)
  end
end
grant(bucket)
grant(all)
return { 1, request }
`;

/**
 * A request came to its end: ARGV holds its name, what became of it (passed, failed or unsent), and the limit, the
 * remainder and the reset that its answer told, empty where it did not.
 */
const settle = `${prelude}
local request, outcome = ARGV[3], ARGV[4]
for _, at in ipairs({ bucket, all }) do
  land(at, request, outcome ~= 'unsent')
  if outcome == 'passed' then redis.call('HDEL', KEYS[at], 'strikes') end
  if outcome == 'unsent' and number(at, 'creditUntil') > now then redis.call('HINCRBY', KEYS[at], 'credit', 1) end
end
tell(request, tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]))
keep(bucket)
wake(bucket)
wake(all)
`;

/**
 * A request was one too many: ARGV holds what \`settle\` is given, with whom it concerns (call, bucket or all), then how
 * long everybody waits, whether the service named that time, and whether there is no doubt whom it concerns. Where there
 * is something to learn it answers whom that is about, the time, the limit and window that were known, and when the
 * requests began that were let through, the oldest first.
 */
const refuse = `${prelude}
local request, scope, pause, isSaid, isCertain = ARGV[3], ARGV[4], tonumber(ARGV[8]), ARGV[9] == '1', ARGV[10] == '1'
land(bucket, request, false)
land(all, request, false)
if scope == 'call' then
  wake(bucket)
  wake(all)
  return
end
-- A limit of all that was learnt from refusals which did not name it is meant by the next of them as well.
local isAll = scope == 'all' or number(all, 'forgetAt') > now
local at = isAll and all or bucket
redis.call('HSET', KEYS[at], 'paused', math.max(number(at, 'paused'), now + math.min(math.ceil(pause), longestPause)))
local strikes = redis.call('HINCRBY', KEYS[at], 'strikes', 1)
if not isAll then tell(request, tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])) end
keep(at)
wake(bucket)
wake(all)
-- What was under way at the same time as another refused request teaches nothing new.
if strikes > 1 or not isSaid or number(at, 'told') == 1 then return end
local refusals = redis.call('HINCRBY', KEYS[at], 'refusals', 1)
-- One refusal of everything may have many reasons; the second teaches.
if isAll and refusals < 2 and not isCertain then return end
local open = {}
for _, other in ipairs(redis.call('ZRANGE', KEYS[at + 2], 0, -1)) do open[other] = true end
local starts = {}
for _, other in ipairs(redis.call('ZRANGE', KEYS[at + 1], 0, -1)) do
  if not open[other] then starts[#starts + 1] = string.match(other, '^%d+') end
end
local limit, window = known(at)
return { isAll and 'all' or 'bucket', string.format('%.0f', now), limit, window, starts }
`;

/** Notes what a refusal taught: ARGV holds whom it is about, the limit, its window, and for how long that holds. */
const teach = `${prelude}
local at = ARGV[3] == 'all' and all or bucket
if number(at, 'told') == 1 then return end
redis.call('HSET', KEYS[at], 'limit', ARGV[4], 'window', ARGV[5], 'forgetAt', now + ARGV[6])
keep(at)
`;

/** Forgets what refusals of the bucket taught. */
const pardon = `${prelude}
redis.call('HDEL', KEYS[bucket], 'paused', 'strikes', 'refusals')
if number(bucket, 'told') ~= 1 then redis.call('HDEL', KEYS[bucket], 'limit', 'window', 'forgetAt') end
wake(bucket)
`;

/** The process that ARGV holds waits for the bucket no longer. */
const leave = `${prelude}
redis.call('ZREM', KEYS[bucket + 3], ARGV[3])
redis.call('HDEL', KEYS[bucket], 'seen:' .. ARGV[3])
wake(bucket)
`;

export const scripts = { take, settle, refuse, teach, pardon, leave } as const;

export type ScriptName = keyof typeof scripts;
