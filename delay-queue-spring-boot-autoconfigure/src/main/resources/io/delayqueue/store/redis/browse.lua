-- Lists messages in a state by their time there and, if that is equal, by id. Writes nothing.
--
-- KEYS: see the prelude
-- ARGV: state, the time in ms and the id after which to begin or '' and '', how many at most, how many bytes at most
-- Returns: for each message: id, time in ms, deliveries that are over, failures, message, cause of death or ''
local state, after_time, after_id = argument(), argument(), argument()
local limit, max_bytes = number(argument()), number(argument())
local KEY = ({WAITING = WAITING, IN_FLIGHT = LEASED, DEAD = DEAD})[state]

local function member_at(rank)
  local member = redis.call('ZRANGE', KEY, rank, rank, 'WITHSCORES')
  return member[1], number(member[2])
end

-- The place of the first message after the one given, which may be gone, found by halving.
local function first_rank()
  if after_time == '' then
    return 0
  end
  local time = number(after_time)
  local low = redis.call('ZCOUNT', KEY, '-inf', '(' .. text(time))
  local high = redis.call('ZCOUNT', KEY, '-inf', text(time))
  while low < high do
    local middle = math.floor((low + high) / 2)
    local id = member_at(middle)
    if id == after_id or comes_before(id, after_id) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

local reply, bytes = {}, 0
local first = first_rank()
local found = redis.call('ZRANGE', KEY, first, first + limit - 1, 'WITHSCORES')
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
