-- Lists the queues. A script, since a driver may be told to send plain reads to a replica. Stands alone.
--
-- KEYS: 1 queues, a SET of names
-- ARGV: none
-- Returns: the names
return redis.call('SMEMBERS', KEYS[1])
