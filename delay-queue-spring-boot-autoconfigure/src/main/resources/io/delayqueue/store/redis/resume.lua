-- Ends a pause, and wakes all who wait for that.
--
-- KEYS: see the prelude
-- ARGV: none of its own
-- Returns: 1 if that is news, else 0
if redis.call('HDEL', SETTINGS, 'paused') == 0 then
  return {0}
end
publish(0, '')
publish(0, DEAD_HINT)
return {1}
