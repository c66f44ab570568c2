-- Stores new messages. An id that is present is left alone unless the command replaces it; a message that is stored
-- byte by byte is the caller's own repeat. So is one that recurs, unless it is dead, with the same definition.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call, number of commands, then for each: id, message, AFTER, SINCE or AT, ms of delay, of age
--       or since the epoch, REPLACE or KEEP, ms to live or '', priority, how many may wait at most or 0, and the definition
--       if it recurs, else ''
-- Returns: ms until due of a new head of `waiting` or '', then for each command: STORED, REPLACED, PRESENT, SETTLED or
--          FULL, the due time (of a dead message the time of death) in ms, and the state found or ''
--
-- The first write is always a ZADD or HSET: with maxmemory reached it is refused before anything has changed.

-- When a present message is due, or died.
local function time_of(id, state, time)
  if state == 'IN_FLIGHT' then
    local _, due = parse_owner(redis.call('HGET', OWNERS, id))
    return number(due)
  end
  return time
end

local function remembered_until(id)
  return number(redis.call('ZSCORE', SETTLED, id))
end

local function recurs_as(id, state, definition)
  if definition == '' or state == 'DEAD' then
    return false
  end
  local _, present = parse_recurring(redis.call('HGET', RECURRING, id))
  return present == definition
end

-- Of what recurs, the occurrence that was asked for: it keeps its time, also if that has passed on the way.
local function due_of(mode, millis, definition)
  if definition ~= '' and mode == 'AT' then
    return number(millis)
  end
  return due_time(mode, millis)
end

-- Whether it adds to those that wait. What recurs and is in flight would wait again by itself.
local function takes_room(stored, state, definition)
  return not stored or state == 'DEAD' or (state == 'IN_FLIGHT' and definition == '')
end

local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

local head_before = head_of(WAITING)
local reply = {''}
local count, changed = number(argument()), false

local padded = pad('zset', WAITING, count)
for _ = 1, count do
  local id, message, mode, millis, policy = argument(), argument(), argument(), argument(), argument()
  local ttl, priority, max_waiting, definition = argument(), number(argument()), number(argument()), argument()
  local state, time = state_of(id)
  local stored = state and redis.call('HGET', MESSAGES, id)
  local remembered = (stored or policy == 'REPLACE') and 0 or remembered_until(id)
  local outcome, due
  if stored == message or (stored and recurs_as(id, state, definition)) then
    outcome, due = 'STORED', time_of(id, state, time)
  elseif stored and policy ~= 'REPLACE' then
    outcome, due = 'PRESENT', time_of(id, state, time)
  elseif remembered > NOW then
    outcome, due, state = 'SETTLED', remembered, nil
  elseif max_waiting > 0 and takes_room(stored, state, definition)
      and redis.call('ZCARD', WAITING) - (padded and 1 or 0) >= max_waiting then
    outcome, due, state = 'FULL', 0, nil
  else
    local nominal
    due, nominal = due_of(mode, millis, definition)
    redis.call('HSET', MESSAGES, id, message)
    if state then
      detach({id})
    end
    if priority > 0 then
      redis.call('HSET', PRIORITIES, id, text(priority))
    end
    if definition ~= '' then
      save_recurring(id, due, definition)
    end
    wait_until(id, due)
    changed = true
    if ttl ~= '' then
      expire_after(id, nominal, number(ttl))
    end
    if stored then
      outcome = 'REPLACED'
      if state == 'IN_FLIGHT' then
        wake_if_full()
      end
    else
      -- An id without a payload was no message.
      outcome, state = 'STORED', nil
    end
  end
  reply[#reply + 1] = outcome
  reply[#reply + 1] = due
  reply[#reply + 1] = state or ''
end

unpad('zset', WAITING, padded)
reply[1] = hint(head_before)
-- A call that changed nothing may as well be judged anew, and a full Redis can take no record.
if changed then
  remember(lane, call, reply)
end
return reply
