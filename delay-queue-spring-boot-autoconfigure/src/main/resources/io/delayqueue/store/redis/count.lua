-- Counts the messages of the queue. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: none of its own
-- Returns: waiting ones not yet due, due ones, leased, dead, ms for which the earliest has been due, 1 if paused, else 0
local head = head_of(WAITING)
local due = redis.call('ZCOUNT', WAITING, '-inf', text(NOW))
return {
  redis.call('ZCARD', WAITING) - due, due, redis.call('ZCARD', LEASED), redis.call('ZCARD', DEAD),
  head and math.max(NOW - head, 0) or 0, redis.call('HGET', SETTINGS, 'paused') and 1 or 0
}
