-- Takes the lock.
--
-- KEYS, ARGV: see the lock
-- Returns: 1, or 0 if another import holds it
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', LOCK_MS)
end
return renew_lock() and 1 or 0
