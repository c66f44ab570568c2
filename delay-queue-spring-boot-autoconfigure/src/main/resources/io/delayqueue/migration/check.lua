-- Tells which members are as they were read.
--
-- KEYS: see the lock
-- ARGV: the import, members, each followed by its score
-- Returns: for each '1', or '0' if it has gone or has another score; or '' alone if the lock was lost
if not renew_lock() then
  return { '' }
end
local unchanged = {}
for i = 2, #ARGV, 2 do
  unchanged[#unchanged + 1] = redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[i + 1] and '1' or '0'
end
return unchanged
