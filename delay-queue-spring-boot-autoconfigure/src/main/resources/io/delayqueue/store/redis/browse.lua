-- Lists messages in a state by their time there and, if that is equal, by id. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: state, the time in ms and the id after which to begin or '' and '', how many at most, how many bytes at most
-- Returns: for each message: id, time in ms, deliveries that are over, failures, message, cause of death or '', priority
local state, after_time, after_id = argument(), argument(), argument()
local limit, max_bytes = number(argument()), number(argument())

local found = messages_after(STATES[state], after_time, after_id, limit)
local ids = {}
for i = 1, #found, 2 do
  ids[#ids + 1] = found[i]
end
local attempts, causes, priorities = values_of(ATTEMPTS, ids), values_of(CAUSES, ids), values_of(PRIORITIES, ids)
local reply, bytes = {}, 0
for i, id in ipairs(ids) do
  -- One by one: together they may be far more than are wanted.
  local message = redis.call('HGET', MESSAGES, id) or ''
  bytes = bytes + #message
  if bytes > max_bytes and #reply > 0 then
    break
  end
  local deliveries, failures = parse_attempts(attempts[i])
  local cause, priority = causes[i] or '', number(priorities[i])
  for _, value in ipairs({id, number(found[2 * i]), deliveries, failures, message, cause, priority}) do
    reply[#reply + 1] = value
  end
end
return reply
