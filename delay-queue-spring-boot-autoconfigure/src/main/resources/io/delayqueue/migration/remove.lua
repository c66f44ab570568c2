-- Removes members that have been imported, unless they have another score by now.
--
-- KEYS: see the lock, and the list that has the same members, if there is one
-- ARGV: the import, members, each followed by its score
-- Returns: 1, or 0 if the lock was lost
if not renew_lock() then
  return 0
end
for i = 2, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    redis.call('ZREM', KEYS[1], ARGV[i])
    if KEYS[3] then
      redis.call('LREM', KEYS[3], 1, ARGV[i])
    end
  end
end
return 1
