-- Lets dead letters be due now, with all retries before them.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call, how many at most, the latest time of death in ms or '' for now, number of ids or 0
--       for the longest dead ones, each id
-- Returns: ms until due of a new head of `waiting` or '', the latest time of death in ms, the id of each that was replayed
local MAX_LOOKED_AT = 1024

local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

local limit, latest = number(argument()), argument()
if latest == '' then
  latest = text(NOW)
end
local ids = {}
for i = 1, number(argument()) do
  ids[i] = argument()
end

local reply = {'', number(latest)}

local function replay(id)
  local death = redis.call('ZSCORE', DEAD, id)
  if not death or number(death) > number(latest) then
    return
  end
  if redis.call('HSTRLEN', MESSAGES, id) == 0 then
    remove(id)
    return
  end
  wait_until(id, NOW_UP)
  local attempts = redis.call('HGET', ATTEMPTS, id)
  if attempts then
    save_attempts(id, parse_attempts(attempts), 0, 0)
  end
  redis.call('HDEL', CAUSES, id)
  withhold({id})
  redis.call('ZREM', DEAD, id)
  reply[#reply + 1] = id
end

-- Ids of which only that was left don't count: who gets fewer than asked for has got all.
local function replay_longest_dead()
  local looked_at = 0
  repeat
    local wanted = limit - (#reply - 2)
    local found = redis.call('ZRANGEBYSCORE', DEAD, '-inf', latest, 'LIMIT', 0, wanted)
    for _, id in ipairs(found) do
      replay(id)
    end
    looked_at = looked_at + #found
  until #found < wanted or #reply - 2 >= limit or looked_at >= MAX_LOOKED_AT
end

begin_writes()
local head_before = head_of(WAITING)
local padded = pad('zset', WAITING, limit)
if #ids > 0 then
  for _, id in ipairs(ids) do
    replay(id)
  end
else
  replay_longest_dead()
end
unpad('zset', WAITING, padded)
reply[1] = hint(head_before)
-- As with a call that stores: one that changed nothing may as well be judged anew.
if #reply > 2 then
  remember(lane, call, reply)
end
return reply
