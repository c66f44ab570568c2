-- What the scripts share that go through the messages in a state. Put between the prelude and each of these scripts.
local STATES = {WAITING = WAITING, IN_FLIGHT = LEASED, DEAD = DEAD}

-- The place in a state of the first message after the one given, which may be gone, found by halving. Without a time
-- it is the first of all.
local function rank_after(key, after_time, after_id)
  if after_time == '' then
    return 0
  end
  local time = number(after_time)
  local low = redis.call('ZCOUNT', key, '-inf', '(' .. text(time))
  local high = redis.call('ZCOUNT', key, '-inf', text(time))
  while low < high do
    local middle = math.floor((low + high) / 2)
    local id = redis.call('ZRANGE', key, middle, middle)[1]
    if id == after_id or comes_before(id, after_id) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

-- Ids and times, one after the other, of so many messages at most.
local function messages_after(key, after_time, after_id, limit)
  local first = rank_after(key, after_time, after_id)
  return redis.call('ZRANGE', key, first, first + limit - 1, 'WITHSCORES')
end
