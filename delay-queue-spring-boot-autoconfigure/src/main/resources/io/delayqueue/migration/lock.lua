-- Put before all scripts. An import that was held up must not take for somebody else's doing what another import has removed
-- meanwhile: one at a time holds the lock, and nobody goes on who has lost it.
--
-- KEYS: the sorted set, the lock
-- ARGV: the import
local LOCK_MS = 60000

local function renew_lock()
  return redis.call('GET', KEYS[2]) == ARGV[1] and redis.call('PEXPIRE', KEYS[2], LOCK_MS) == 1
end
