-- Removes a message in any state.
--
-- KEYS: see the prelude
-- ARGV: id
-- Returns: the state it was in, or '' if it was absent
local id = argument()
local state = state_of(id)
if redis.call('HSTRLEN', MESSAGES, id) == 0 then
  state = nil
end
remove(id)
return {state or ''}
