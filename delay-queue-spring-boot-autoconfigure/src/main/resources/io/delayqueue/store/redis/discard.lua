-- Removes a dead letter.
--
-- KEYS: see the prelude
-- ARGV: id, its time of death in ms or '' for any
-- Returns: 1 if it was removed, else 0
local id, death = argument(), argument()
local found = redis.call('ZSCORE', DEAD, id)
if not found or (death ~= '' and number(found) ~= number(death)) then
  return {0}
end
remove(id)
return {1}
