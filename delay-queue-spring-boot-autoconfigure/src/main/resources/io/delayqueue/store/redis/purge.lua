-- Removes messages in a state: a step of a pass from the first to the last that was there when the pass began. Leases
-- move while they are renewed, so that what is in flight is told by its token instead, and all of it is gone through.
-- What recurs stays, unless it is dead.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call, state, how many at most, and where the step before left off or '' for each: the last
--       time or token when the pass began, the time in ms and the id after which to go on
-- Returns: 0 if others were woken, or '', how many were removed, and if that is not all: the last time or token, and the
--          time in ms and the id after which to go on
local MAX_LOOKED_AT = 1024

local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

local state, limit, last = argument(), number(argument()), argument()
local after_time, after_id = argument(), argument()
local KEY = STATES[state]
local by_token = state == 'IN_FLIGHT'
if last == '' and by_token then
  last = redis.call('HGET', SETTINGS, 'token')
elseif last == '' then
  local rank = math.max(redis.call('ZCARD', KEY) - 1, 0)
  last = redis.call('ZRANGE', KEY, rank, rank, 'WITHSCORES')[2]
end
last = number(last)

local some_recur = state ~= 'DEAD' and redis.call('EXISTS', RECURRING) == 1
local looked_at = (by_token or some_recur) and MAX_LOOKED_AT or limit + 1
local found = messages_after(KEY, after_time, after_id, looked_at)
local more = #found / 2 == looked_at
local ids = {}
for i = 1, #found, 2 do
  local id, time = found[i], number(found[i + 1])
  local mark = by_token and number((parse_owner(redis.call('HGET', OWNERS, id)))) or time
  if mark > last and not by_token then
    more = false
    break
  end
  local meant = mark <= last and not (some_recur and redis.call('HGET', RECURRING, id))
  if meant and #ids == limit then
    more = true
    break
  end
  after_time, after_id = time, id
  if meant then
    ids[#ids + 1] = id
  end
end
remove_messages(ids)
if by_token and #ids > 0 then
  wake_if_full()
end

local reply = {woken and 0 or '', #ids}
if more then
  reply = {reply[1], #ids, last, after_time, after_id}
end
-- As with a call that stores: one that changed nothing may as well be judged anew.
if #ids > 0 then
  remember(lane, call, reply)
end
return reply
