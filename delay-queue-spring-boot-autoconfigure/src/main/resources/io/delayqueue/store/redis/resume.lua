-- Ends a pause, and wakes all who wait for that.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call
-- Returns: 1 if that is news, else 0
local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

if redis.call('HDEL', SETTINGS, 'paused') == 0 then
  return {0}
end
publish(0, '')
publish(0, DEAD_HINT)
remember(lane, call, {1})
return {1}
