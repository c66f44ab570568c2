-- Forgets what is remembered of a caller: a consumer, whose leases go on, or the lanes of a producer.
--
-- KEYS: see the prelude
-- ARGV: consumer or '', number of lanes, each lane
-- Returns: how many records there were
local forgotten = redis.call('HDEL', CONSUMERS, argument())
for _ = 1, number(argument()) do
  forgotten = forgotten + redis.call('HDEL', PRODUCERS, argument())
end
return {forgotten}
