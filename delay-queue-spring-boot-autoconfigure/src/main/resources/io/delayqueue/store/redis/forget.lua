-- Forgets what is remembered of a consumer. Its leases go on.
--
-- KEYS: see the prelude
-- ARGV: consumer
-- Returns: 1 if something was remembered, else 0
return {redis.call('HDEL', CONSUMERS, argument())}
