-- Counts the messages of the queue. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: none of its own
-- Returns: waiting, due ones among them, leased, dead, ms for which the earliest has been due
local head = head_of(WAITING)
return {
  text(redis.call('ZCARD', WAITING)), text(redis.call('ZCOUNT', WAITING, '-inf', text(NOW))),
  text(redis.call('ZCARD', LEASED)), text(redis.call('ZCARD', DEAD)), text(head and math.max(NOW - head, 0) or 0)
}
