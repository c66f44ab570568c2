-- Lets leases end some time from now.
--
-- KEYS: see the prelude
-- ARGV: MESSAGES or DEAD_LETTERS, consumer, number of the call, confirmed token, ms of lease, number of leases, for
--       each: id and token
-- Returns: a letter for each lease, or '-' if there is none
consume(argument())
local name, _, confirmed = argument(), argument(), argument()
local lease, count = number(argument()), number(argument())
local ids, tokens = {}, {}
for i = 1, count do
  ids[i], tokens[i] = argument(), argument()
end

local consumer = load_consumer(name)
local lease_end = text(later(NOW_UP, lease))
local results, held = {}, {}
for i, stored in ipairs(values_of(OWNERS, ids)) do
  local token, _, holder = parse_owner(stored)
  if token == tokens[i] and holder == name and not is_revived(ids[i]) then
    results[i] = APPLIED
    if token == text(consumer.token) then
      consumer.lease_end = SEVERAL
    end
    held[#held + 1] = lease_end
    held[#held + 1] = ids[i]
  else
    results[i] = STALE
  end
end

begin_writes()
in_chunks(held, CHUNK, function(from, to)
  redis.call('ZADD', LEASED, unpack(held, from, to))
end)
confirm(consumer, confirmed)
save_consumer(name, consumer)
return {(count > 0) and table.concat(results) or NONE}
