-- Lets no message of the queue be handed out until it is resumed, nor any dead letter.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call
-- Returns: 1 if that is news, else 0
local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

if redis.call('HGET', SETTINGS, 'paused') then
  return {0}
end
begin_writes()
redis.call('HSET', SETTINGS, 'paused', text(NOW))
remember(lane, call, {1})
return {1}
