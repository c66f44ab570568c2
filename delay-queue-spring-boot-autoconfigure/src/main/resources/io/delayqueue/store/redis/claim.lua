-- Settles what the consumer has ready, takes back leases that have ended and those of its last claim if it never got
-- the reply, and hands out due messages.
--
-- KEYS: see the prelude
-- ARGV: MESSAGES or DEAD_LETTERS, consumer, number of the call, confirmed token, largest number of messages, largest
--       number of bytes, ms of lease, largest number of retries, ms of jitter, a random fraction, cause of death of an
--       ended lease up to the attempt, KEEP or DROP what has no retries left, cause of death of what has expired up to
--       the attempt, KEEP or DROP what has expired, ms that dead letters are kept, largest number of them, largest
--       number of remembered ids, largest number in flight, microseconds between two messages, how many of them may
--       come at once (0 each for no limit), number of pauses, each pause in ms, number of settlements, each
--       settlement (see settle_all)
-- Returns: ms until due of a new head of `waiting` or '', token or 0, ms until the next message is due or the next
--          lease ends or '', settlement results or '-', number of ended leases, for each: id and fate, number of
--          expired messages, the id of each, number of messages that recur, for each: id, when its occurrence is due
--          in ms, and when the next regular one is in ms if that is another, or '', then for each message: id, due time
--          in ms, ms of lateness, deliveries before, failures, message, and of dead letters the time of death in ms and
--          the cause
local RECLAIM_LIMIT = 64
-- More than a claim may look at, or dead letters would pile up.
local TRIM_LIMIT = 320
local FORGET_LIMIT = 512
local UNCONFIRMED_RETURNS = 9
local MESSAGE_SIZE = 6

consume(argument())
local name, call, confirmed = argument(), number(argument()), argument()
local max_messages, max_bytes, lease = number(argument()), number(argument()), number(argument())
local policy = {max_retries = number(argument()), jitter = number(argument()), fraction = tonumber(argument())}
local cause, failed_policy, expired_cause, expired_policy = argument(), argument(), argument(), argument()
local dead_age, dead_count, settled_count = number(argument()), number(argument()), number(argument())
local max_in_flight, interval, burst = number(argument()), number(argument()), number(argument())
local pauses = {}
for i = 1, number(argument()) do
  pauses[i] = number(argument())
end
local settlement_count = number(argument())

local consumer = load_consumer(name)
local lease_end = later(NOW_UP, lease)
local ended, expired, messages = {}, {}, {}
local settings = redis.call('HMGET', SETTINGS, 'token', 'paused', 'rate')
local last_token, paused, rate = number(settings[1]), settings[2], number(settings[3])

local function report(id, fate)
  ended[#ended + 1] = id
  ended[#ended + 1] = fate
end

local function append(id, due, attempts, message)
  local deliveries, failures = parse_attempts(attempts)
  local size = #messages
  messages[size + 1], messages[size + 2], messages[size + 3] = id, due, math.max(NOW - due, 0)
  messages[size + 4], messages[size + 5], messages[size + 6] = deliveries, failures, message
  if of_dead_letters then
    messages[size + 7] = number(redis.call('ZSCORE', DEAD, id))
    messages[size + 8] = redis.call('HGET', CAUSES, id) or ''
  end
end

-- The message, or nil if only its id was left, or somebody revived it: that is removed, so that it can't stand in the
-- way.
local function payload_of(id)
  if is_revived(id) then
    withhold({id})
    return nil
  end
  local message = redis.call('HGET', MESSAGES, id)
  if message and message ~= '' then
    return message
  end
  remove(id)
  report(id, 'ORPHANED')
  return nil
end

local function is_full()
  return max_in_flight > 0 and redis.call('ZCARD', LEASED) >= max_in_flight
end

-- When the next message would be handed out at a steady rate, in microseconds; from then on `burst` may come at once.
-- Not so far ahead that a clock that was set back stops the queue.
local function next_by_rate()
  return math.min(math.max(rate, NOW_MICROS), NOW_MICROS + burst * interval)
end

-- How many messages may be handed out.
local function allowance()
  if paused then
    return 0
  end
  local count = max_messages
  if max_in_flight > 0 then
    count = math.min(count, max_in_flight - redis.call('ZCARD', LEASED))
  end
  if interval > 0 then
    count = math.min(count, math.floor((NOW_MICROS + burst * interval - next_by_rate()) / interval))
  end
  return math.max(count, 0)
end

-- When a message may be handed out, or nil if another event will tell: the end of the pause, or of a delivery.
local function next_due()
  local due = not paused and head_of(WAITING)
  if not due or (due <= NOW and is_full()) then
    return nil
  end
  if interval > 0 then
    due = math.max(due, math.ceil((next_by_rate() - (burst - 1) * interval) / 1000))
  end
  return due
end

local function until_next()
  local due, lease_over = next_due(), head_of(LEASED)
  local next_time = due and lease_over and math.min(due, lease_over) or due or lease_over
  return next_time and math.max(next_time - NOW, 0) or ''
end

local function reply(hinted, token, results)
  local list, recurring = {hinted, token, until_next(), results}, occurrences(messages, MESSAGE_SIZE)
  for _, part in ipairs({{#ended / 2}, ended, {#expired}, expired, {#recurring / 3}, recurring, messages}) do
    for i = 1, #part do
      list[#list + 1] = part[i]
    end
  end
  return list
end

local function set_leases(ids)
  local ends = text(lease_end)
  in_chunks(ids, CHUNK, function(from, to)
    local members = {}
    for i = from, to do
      members[#members + 1] = ends
      members[#members + 1] = ids[i]
    end
    redis.call('ZADD', LEASED, unpack(members))
  end)
end

-- The messages of the last claim that are still held, ordered as they were.
local function held_messages()
  local held, seen = {}, 0
  local claimed, from, to = text(consumer.token), text(consumer.lease_end), text(consumer.lease_end)
  if consumer.lease_end == SEVERAL then
    from, to = '-inf', '+inf'
  end
  repeat
    local ids = redis.call('ZRANGEBYSCORE', LEASED, from, to, 'LIMIT', seen, CHUNK)
    seen = seen + #ids
    local owners = values_of(OWNERS, ids)
    local priorities = of_dead_letters and {} or values_of(PRIORITIES, ids)
    for i, id in ipairs(ids) do
      local token, due, holder = parse_owner(owners[i])
      if token == claimed and holder == name then
        held[#held + 1] = {id = id, due = number(due), priority = number(priorities[i])}
      end
    end
  until #ids < CHUNK
  return in_order(held)
end

local function repeat_claim()
  begin_writes()
  local ids = {}
  if consumer.token > 0 then
    for _, message in ipairs(held_messages()) do
      local payload = payload_of(message.id)
      if payload then
        ids[#ids + 1] = message.id
        append(message.id, message.due, redis.call('HGET', ATTEMPTS, message.id), payload)
      end
    end
  end
  set_leases(ids)
  consumer.lease_end = lease_end
  save_consumer(name, consumer)
  return reply('', consumer.token, consumer.claim_results)
end

local confirmed_tokens = {}
local function is_confirmed(holder, token)
  if not confirmed_tokens[holder] then
    confirmed_tokens[holder] = load_consumer(holder).confirmed
  end
  return number(token) <= confirmed_tokens[holder]
end

local function pause_after(failures)
  -- Spreads one random number over the messages of this call.
  policy.fraction = (policy.fraction + 0.6180339887) % 1
  return pauses[math.min(failures, #pauses)] + math.floor(policy.jitter * policy.fraction)
end

local function take_back(id)
  local token, due, holder = parse_owner(redis.call('HGET', OWNERS, id))
  local deliveries, failures, returns = parse_attempts(redis.call('HGET', ATTEMPTS, id))
  local fate
  if token and not is_confirmed(holder, token) then
    returns = returns + 1
    if returns <= UNCONFIRMED_RETURNS then
      fate = 'RETURNED'
      wait_until(id, number(due))
    end
  end
  if not fate then
    failures = failures + 1
    -- Only a consumer can tell when the next occurrence is due. It gives up what has no retries left.
    local recurs = not of_dead_letters and redis.call('HSTRLEN', RECURRING, id) > 0
    if failures <= policy.max_retries or recurs then
      fate = 'RETRIED'
      wait_until(id, later(NOW_UP, pause_after(failures)))
    elseif failed_policy == 'KEEP' or of_dead_letters then
      fate = 'DEAD'
      give_up(id, cause .. text(deliveries + 1), deliveries + 1, failures, returns)
    else
      remove(id)
      report(id, 'DROPPED')
      return
    end
  end
  if fate ~= 'DEAD' then
    save_attempts(id, deliveries + 1, failures, returns)
  end
  redis.call('HDEL', OWNERS, id)
  redis.call('ZREM', LEASED, id)
  report(id, fate)
end

local function take_back_all(ids)
  local waiting_padded, attempts_padded = pad('zset', WAITING, #ids), pad('hash', ATTEMPTS, #ids)
  for _, id in ipairs(ids) do
    if redis.call('HSTRLEN', MESSAGES, id) > 0 then
      take_back(id)
    else
      remove(id)
      report(id, 'ORPHANED')
    end
  end
  unpad('zset', WAITING, waiting_padded)
  unpad('hash', ATTEMPTS, attempts_padded)
end

-- The reply of the last claim never arrived, or the caller would have confirmed it: nobody has its messages.
local function take_back_unconfirmed()
  if consumer.token > consumer.confirmed then
    local ids = {}
    for i, message in ipairs(held_messages()) do
      ids[i] = message.id
    end
    take_back_all(ids)
  end
end

local function take_back_ended()
  take_back_all(redis.call('ZRANGEBYSCORE', LEASED, '-inf', text(NOW), 'LIMIT', 0, RECLAIM_LIMIT))
end

-- The time to live of a due message is over.
local function expire(id)
  if redis.call('HSTRLEN', MESSAGES, id) == 0 then
    remove(id)
    report(id, 'ORPHANED')
    return
  end
  if expired_policy == 'KEEP' then
    bury(id, expired_cause .. text(parse_attempts(redis.call('HGET', ATTEMPTS, id))))
    redis.call('ZREM', WAITING, id)
    remove_rare('ZREM', URGENT, {id})
  else
    remove(id)
  end
  expired[#expired + 1] = id
end

-- Due messages and their payloads, up to the largest number or size, but at least one. Those that have expired count
-- among the number.
local function due_messages(count)
  local urgent = not of_dead_letters and redis.call('EXISTS', URGENT) == 1
  local turn = urgent and number(redis.call('HGET', SETTINGS, 'turn'))
  local places, ids = urgent and urgent_first(count, turn) or earliest_first(count), {}
  for i, place in ipairs(places) do
    ids[i] = place.id
  end
  local chosen, bytes, looked = {}, 0, 0
  for i, stored in ipairs(values_of(EXPIRIES, ids)) do
    local expiry = parse_expiry(stored)
    if expiry and expiry < NOW then
      expire(ids[i])
    else
      local payload = payload_of(ids[i])
      bytes = bytes + (payload and #payload or 0)
      if bytes > max_bytes and #chosen > 0 then
        break
      end
      if payload then
        places[i].payload = payload
        chosen[#chosen + 1] = places[i]
      end
    end
    looked = i
  end
  if urgent then
    redis.call('HSET', SETTINGS, 'turn', text((turn + looked) % FAIR_SHARE))
    in_order(chosen)
  end
  return chosen
end

local function hand_out()
  local count = allowance()
  if count == 0 then
    return 0
  end
  local chosen, ids = due_messages(count), {}
  if #chosen == 0 then
    return 0
  end
  if interval > 0 then
    rate = next_by_rate() + #chosen * interval
    redis.call('HSET', SETTINGS, 'rate', text(rate))
  end
  for i, message in ipairs(chosen) do
    ids[i] = message.id
  end
  local attempts = values_of(ATTEMPTS, ids)
  -- Never given out before, also if the clock stepped back.
  local token = math.max(last_token + 1, NOW_MICROS)
  local owners, before_due, after_due = {}, text(token) .. ' ', ' ' .. name
  for i, message in ipairs(chosen) do
    append(message.id, message.due, attempts[i], message.payload)
    owners[#owners + 1] = message.id
    owners[#owners + 1] = before_due .. text(message.due) .. after_due
  end
  redis.call('HSET', SETTINGS, 'token', text(token))
  local leased_padded, owners_padded = pad('zset', LEASED, #ids), pad('hash', OWNERS, #ids)
  set_leases(ids)
  in_chunks(owners, CHUNK, function(from, to)
    redis.call('HSET', OWNERS, unpack(owners, from, to))
  end)
  unpad('zset', LEASED, leased_padded)
  unpad('hash', OWNERS, owners_padded)
  remove_all('ZREM', WAITING, ids)
  remove_rare('ZREM', URGENT, ids)
  return token
end

-- Removes dead letters that are too old or too many, the longest dead first. Returns whether there may be more of them.
local function trim_dead_letters()
  local too_many = math.max(redis.call('ZCARD', DEAD) - dead_count, 0)
  if too_many == 0 and later(head_of(DEAD) or NOW, dead_age) >= NOW then
    return false
  end
  local oldest, ids = redis.call('ZRANGE', DEAD, 0, TRIM_LIMIT - 1, 'WITHSCORES'), {}
  for i = 1, #oldest, 2 do
    if i > 2 * too_many and later(number(oldest[i + 1]), dead_age) >= NOW then
      break
    end
    ids[#ids + 1] = oldest[i]
  end
  remove_messages(ids)
  return #ids == TRIM_LIMIT
end

local function forget_settled()
  local count = redis.call('ZCARD', SETTLED)
  if count > 0 then
    local over = redis.call('ZCOUNT', SETTLED, '-inf', text(NOW))
    local surplus = math.min(math.max(over, count - settled_count), FORGET_LIMIT)
    if surplus > 0 then
      remove_all('ZREM', SETTLED, redis.call('ZRANGE', SETTLED, 0, surplus - 1))
    end
  end
end

if call < consumer.claim then
  return superseded(call, consumer.claim)
end
confirm(consumer, confirmed)
if call == consumer.claim then
  return repeat_claim()
end

begin_writes()
local head_before = head_of(WAITING)
confirmed_tokens[name] = consumer.confirmed
local results = settle_all(name, settlement_count)
-- None is handed out that is to be removed.
local more_to_trim = of_dead_letters and trim_dead_letters()
take_back_unconfirmed()
take_back_ended()
local token = more_to_trim and 0 or hand_out()
if max_in_flight > 0 then
  if is_full() then
    redis.call('HSET', SETTINGS, 'full', '1')
  elseif string.find(results, APPLIED) then
    wake_if_full()
  end
end
consumer.claim, consumer.token, consumer.lease_end, consumer.claim_results = call, token, lease_end, results
save_consumer(name, consumer)
if not of_dead_letters then
  trim_dead_letters()
end
forget_settled()
return reply(hint(head_before), token, results)
