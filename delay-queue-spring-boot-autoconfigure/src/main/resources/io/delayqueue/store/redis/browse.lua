-- Lists messages in a state by their time there and, if that is equal, by id. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: state, the time in ms and the id after which to begin or '' and '', how many at most, how many bytes at most
-- Returns: for each message: id, time in ms, deliveries that are over, failures, message, cause of death or ''
local state, after_time, after_id = argument(), argument(), argument()
local limit, max_bytes = number(argument()), number(argument())

local reply, bytes = {}, 0
local found = messages_after(STATES[state], after_time, after_id, limit)
for i = 1, #found, 2 do
  local id = found[i]
  local message = redis.call('HGET', MESSAGES, id) or ''
  bytes = bytes + #message
  if bytes > max_bytes and #reply > 0 then
    break
  end
  local deliveries, failures = parse_attempts(redis.call('HGET', ATTEMPTS, id))
  for _, value in ipairs({
    id, number(found[i + 1]), deliveries, failures, message, redis.call('HGET', CAUSES, id) or ''
  }) do
    reply[#reply + 1] = value
  end
end
return reply
