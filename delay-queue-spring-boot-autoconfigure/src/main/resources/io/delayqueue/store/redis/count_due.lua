-- Counts waiting messages by when they are due. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: number of bounds, each bound in ms from now
-- Returns: due ones, for each bound those that are due by then and were not counted yet, those that are due later
local reply, counted = {}, 0
local function add(count)
  reply[#reply + 1] = count - counted
  counted = count
end

add(redis.call('ZCOUNT', WAITING, '-inf', text(NOW)))
for _ = 1, number(argument()) do
  add(redis.call('ZCOUNT', WAITING, '-inf', text(later(NOW, number(argument())))))
end
add(redis.call('ZCARD', WAITING))
return reply
