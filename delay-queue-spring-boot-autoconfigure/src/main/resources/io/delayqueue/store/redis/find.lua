-- Looks up messages. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: how many bytes at most, number of ids, each id
-- Returns: for each id, until there are too many bytes: '' if it is absent, else its state, its time in ms, deliveries
--          that are over, failures, message, cause of death or '', priority
local max_bytes, count = number(argument()), number(argument())

local reply, bytes = {}, 0
for _ = 1, count do
  local id = argument()
  local state, time = state_of(id)
  local message = state and redis.call('HGET', MESSAGES, id)
  if message and message ~= '' then
    bytes = bytes + #message
    if bytes > max_bytes and #reply > 0 then
      break
    end
    local deliveries, failures = parse_attempts(redis.call('HGET', ATTEMPTS, id))
    local cause, priority = redis.call('HGET', CAUSES, id), redis.call('HGET', PRIORITIES, id)
    for _, value in ipairs({state, time, deliveries, failures, message, cause or '', number(priority)}) do
      reply[#reply + 1] = value
    end
  else
    reply[#reply + 1] = ''
  end
end
return reply
