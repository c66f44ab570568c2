-- Lets dead letters be due now, with all retries before them.
--
-- KEYS: see the prelude
-- ARGV: how many at most, the latest time of death in ms or '' for now, number of ids or 0 for the longest dead ones,
--       each id
-- Returns: ms until due of a new head of `waiting` or '', the latest time of death in ms, the id of each that was replayed
local limit, latest = number(argument()), argument()
if latest == '' then
  latest = text(NOW)
end
local ids = {}
for i = 1, number(argument()) do
  ids[i] = argument()
end
if #ids == 0 then
  ids = redis.call('ZRANGEBYSCORE', DEAD, '-inf', latest, 'LIMIT', 0, limit)
end

begin_writes()
local head_before = head_of(WAITING)
local reply = {'', number(latest)}
local padded = pad('zset', WAITING, #ids)
for _, id in ipairs(ids) do
  local death = redis.call('ZSCORE', DEAD, id)
  if death and number(death) <= number(latest) then
    if redis.call('HSTRLEN', MESSAGES, id) > 0 then
      wait_until(id, NOW_UP)
      local attempts = redis.call('HGET', ATTEMPTS, id)
      if attempts then
        save_attempts(id, parse_attempts(attempts), 0, 0)
      end
      redis.call('HDEL', CAUSES, id)
      withhold({id})
      redis.call('ZREM', DEAD, id)
      reply[#reply + 1] = id
    else
      remove(id)
    end
  end
end
unpad('zset', WAITING, padded)
reply[1] = hint(head_before)
return reply
