-- Lets no message of the queue be handed out until it is resumed, nor any dead letter.
--
-- KEYS: see the prelude
-- ARGV: none of its own
-- Returns: 1 if that is news, else 0
if redis.call('HGET', SETTINGS, 'paused') then
  return {0}
end
begin_writes()
redis.call('HSET', SETTINGS, 'paused', text(NOW))
return {1}
