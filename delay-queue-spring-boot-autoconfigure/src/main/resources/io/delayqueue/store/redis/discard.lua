-- Removes dead letters.
--
-- KEYS: see the prelude
-- ARGV: number of dead letters, for each: id and time of death in ms
-- Returns: for each 1 if it was removed, else 0
local ids, chosen, reply = {}, {}, {}
for i = 1, number(argument()) do
  local id, death = argument(), number(argument())
  local found = not chosen[id] and redis.call('ZSCORE', DEAD, id)
  if found and number(found) == death then
    chosen[id] = true
    ids[#ids + 1] = id
    reply[i] = 1
  else
    reply[i] = 0
  end
end
remove_messages(ids)
return reply
