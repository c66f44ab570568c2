-- Looks up a message. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: id
-- Returns: an empty list if it is absent, else: state, its time in ms, deliveries that are over, failures, message,
--          cause of death or ''
local id = argument()
local state, time = state_of(id)
local message = state and redis.call('HGET', MESSAGES, id)
if not message or message == '' then
  return {}
end
local deliveries, failures = parse_attempts(redis.call('HGET', ATTEMPTS, id))
return {state, time, deliveries, failures, message, redis.call('HGET', CAUSES, id) or ''}
