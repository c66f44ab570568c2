-- Moves a waiting message to another due time, and with it the end of its time to live. What has been delivered of it
-- counts on. NOW lets what recurs, and is still to come, have an occurrence out of turn: the regular one comes all the
-- same.
--
-- KEYS: see the prelude
-- ARGV: lane, number of the call, id, AFTER, SINCE, AT or NOW, ms of delay, of age, since the epoch or ''
-- Returns: ms until due of a new head of `waiting` or '', the state found or '', the due time in ms of a waiting message
local lane, call = argument(), number(argument())
local answered = recall(lane, call)
if answered then
  return answered
end

local id, mode, millis = argument(), argument(), argument()
local state, time = state_of(id)
if state ~= 'WAITING' then
  return {'', state or '', ''}
end
-- What is due keeps its place: who asks for it now, again and again, must not put it behind others.
if mode == 'NOW' and time <= NOW_UP then
  return {'', state, time}
end

local occurrence, definition, regular = parse_recurring(redis.call('HGET', RECURRING, id))
begin_writes()
local head_before = head_of(WAITING)
local due, nominal = due_time(mode, millis)
if mode == 'NOW' and occurrence and occurrence > due and time >= occurrence then
  save_recurring(id, due, definition, regular or occurrence)
end
wait_until(id, due)
local _, ttl = parse_expiry(redis.call('HGET', EXPIRIES, id))
if ttl then
  expire_after(id, nominal, ttl)
end
local reply = {hint(head_before), state, due}
remember(lane, call, reply)
return reply
