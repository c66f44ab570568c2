-- Gives the lock back.
--
-- KEYS, ARGV: see the lock
-- Returns: 1, or 0 if it was lost
return renew_lock() and redis.call('DEL', KEYS[2]) or 0
