-- Removes a message in any state.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call, id
-- Returns: the state it was in, or '' if it was absent, then 0 if others were woken, or ''
local lane, call, id = argument(), number(argument()), argument()
local answered = recall(lane, call)
if answered then
  return answered
end

local state = state_of(id)
if redis.call('HSTRLEN', MESSAGES, id) == 0 then
  state = nil
end
remove(id)
if state == 'IN_FLIGHT' then
  wake_if_full()
end
local reply = {state or '', woken and 0 or ''}
if state then
  remember(lane, call, reply)
end
return reply
