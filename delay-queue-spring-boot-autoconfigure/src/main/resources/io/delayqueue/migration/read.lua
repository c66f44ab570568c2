-- Reads a page of what is pending, in the order of the scores.
--
-- KEYS: see the lock
-- ARGV: the import, or '' if none is needed to look, the score to begin at, how many to leave out that have it, how many
--       to read at most, how much later than now a score has to be, in units of the scores, or '' if it may be anything,
--       units per second
-- Returns: members, each followed by its score; or '' alone if the lock was lost
if ARGV[1] ~= '' and not renew_lock() then
  return { '' }
end
local from, left_out, limit = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local margin, units = tonumber(ARGV[5]), tonumber(ARGV[6])
if margin then
  local time = redis.call('TIME')
  local soon = (time[1] + time[2] / 1000000) * units + margin
  if from == '-inf' or tonumber(from) <= soon then
    from, left_out = '(' .. string.format('%.17g', soon), 0
  end
end
return redis.call('ZRANGEBYSCORE', KEYS[1], from, '+inf', 'WITHSCORES', 'LIMIT', left_out, limit)
