-- What all scripts share: keys, numbers, and the moves of messages between states. Put after the clock and before
-- each script.
--
-- Redis never rolls back. So the types of all keys are checked here, a script reads before it writes, and the first
-- write of all scripts but `schedule` removes something, if only by begin_writes(). Once that has passed, no later
-- write can be refused, unless a right to it is missing. Against that, and whatever else may end a script halfway, a
-- message is put into its new place before it is taken from its old one: it may then be in two, but never in none.
--
-- KEYS, all under the hash tag of the queue:
--   1 waiting    ZSET  id -> due time, ms
--   2 leased     ZSET  id -> end of the lease, ms
--   3 messages   HASH  id -> stored message
--   4 owners     HASH  id -> '<token> <due time, ms> <consumer>', only while leased
--   5 attempts   HASH  id -> '<deliveries> <failures> <unconfirmed returns>', only if it came back
--   6 dead       ZSET  id -> time of death, ms
--   7 causes     HASH  id -> why it died
--   8 settings   HASH  token -> the last token given out, paused -> since when, ms, rate -> when the next
--                      message would come at a steady rate, microseconds, full -> 1 if messages are held back until
--                      others are settled, turn -> see urgent_first
--   9 consumers  HASH  consumer -> its last calls, see load_consumer
--  10 producers  HASH  lane -> its last call, see recall
--  11 expiries   HASH  id -> '<instant after which it is dead, ms> <time to live, ms>', only with a time to live
--  12 settled    ZSET  id -> until when the id of a handled message is remembered, ms
--     and of those dead letters that a listener of dead letters may still have:
--  13 dead-waiting   ZSET  id -> from when, ms
--  14 dead-leased    ZSET  id -> end of the lease, ms
--  15 dead-owners    HASH  as owners, with the instant from which it could be had for the due time
--  16 dead-attempts  HASH  as attempts, counted from the death on
--     and of those messages that have a priority other than 0:
--  17 priorities HASH  id -> priority, from 1 to 9
--  18 urgent     ZSET  id -> see urgency, while it waits
--     and of those that recur:
--  19 recurring  HASH  id -> '<when its present or next occurrence is due, ms> <what tells its definition from others>',
--                      and if that occurrence is out of turn: ' <when the next regular one is due, ms>'
-- ARGV:
--   1 channel of the hints
--   2 name of the queue
--   the rest is the script's, read in order by argument()
local WAITING, LEASED, MESSAGES, OWNERS, ATTEMPTS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local DEAD, CAUSES, SETTINGS, CONSUMERS, PRODUCERS = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local EXPIRIES, SETTLED = KEYS[11], KEYS[12]
local PRIORITIES, URGENT, RECURRING = KEYS[17], KEYS[18], KEYS[19]
local DEAD_WAITING, DEAD_LEASED, DEAD_OWNERS, DEAD_ATTEMPTS = KEYS[13], KEYS[14], KEYS[15], KEYS[16]
local CHANNEL, QUEUE = ARGV[1], ARGV[2]

local TYPES = {
  'zset', 'zset', 'hash', 'hash', 'hash', 'zset', 'hash', 'hash', 'hash', 'hash', 'hash', 'zset',
  'zset', 'zset', 'hash', 'hash', 'hash', 'zset', 'hash'
}
local MAX_NUMBER = 9007199254740991
local CHUNK = 256
-- No id: those have no control characters. Longer than what small sets and hashes may hold.
local PAD = string.rep('\1', 65)
local PAD_FROM = 16
local DEAD_HINT = ' DEAD_LETTERS'
local HIGHEST_PRIORITY, PRIORITY_RANGE = 9, 10000000000000

local position = 2
local function argument()
  position = position + 1
  return ARGV[position]
end

-- tostring would round what is longer than 14 digits.
local function text(number)
  return string.format('%.0f', number)
end

-- A whole number from 0 to MAX_NUMBER, whatever is stored there.
local function number(stored)
  local value = tonumber(stored)
  if not value or value ~= value or value < 0 then
    return 0
  end
  return math.min(math.ceil(value), MAX_NUMBER)
end

local function later(time, millis)
  return math.min(time + millis, MAX_NUMBER)
end

local NOW_MICROS = now_micros()
-- Rounded down to find what is due, rounded up to say when something will be: nothing is ever early.
local NOW = math.floor(NOW_MICROS / 1000)
local NOW_UP = math.ceil(NOW_MICROS / 1000)

-- When something is due: some time from now, or at an instant, but not in the past.
-- When a message is due, and from when on its time to live counts: earlier if it was asked for in time and comes late.
local function due_time(mode, millis)
  local due = NOW_UP
  if mode == 'SINCE' then
    return due, math.max(0, due - number(millis))
  elseif mode == 'AFTER' then
    due = later(due, number(millis))
  else
    due = math.max(due, number(millis))
  end
  return due, due
end

for i, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= TYPES[i] and found ~= 'none' then
    return redis.error_reply("WRONGTYPE key '" .. key .. "' holds a " .. found .. ', not a ' .. TYPES[i])
  end
end

-- Lets the rest of the script be about MESSAGES or DEAD_LETTERS. A dead letter stays dead, whatever a listener does
-- with it, but waits, is leased and counted just as a message is, by keys in the place of the messages' own.
local of_dead_letters = false
local function consume(source)
  if source == 'DEAD_LETTERS' then
    of_dead_letters = true
    WAITING, LEASED, OWNERS, ATTEMPTS = DEAD_WAITING, DEAD_LEASED, DEAD_OWNERS, DEAD_ATTEMPTS
  end
end

-- With maxmemory reached, Redis refuses a first write that adds, and lets everything through after one that removes.
local function begin_writes()
  redis.call('HDEL', CONSUMERS, '')
end

-- Calls func(from, to) for chunks small enough for unpack.
local function in_chunks(list, size, func)
  for from = 1, #list, size do
    func(from, math.min(from + size - 1, #list))
  end
end

local function remove_all(command, key, ids)
  in_chunks(ids, CHUNK, function(from, to)
    redis.call(command, key, unpack(ids, from, to))
  end)
end

-- Redis keeps small sets and hashes as lists that are searched from end to end: to add 256 members to an empty one
-- took 4 ms. A member that is too long for a list makes a tree of it, which it stays without that member too. So, with
-- many to add: pad, add, unpad.
local PADS = {
  zset = {size = 'ZCARD', add = 'ZADD', first = '0', second = PAD, remove = 'ZREM'},
  hash = {size = 'HLEN', add = 'HSET', first = PAD, second = '', remove = 'HDEL'}
}

local function pad(kind, key, count)
  local commands = PADS[kind]
  if count < PAD_FROM or redis.call(commands.size, key) >= CHUNK then
    return false
  end
  redis.call(commands.add, key, commands.first, commands.second)
  return true
end

local function unpad(kind, key, padded)
  if padded then
    redis.call(PADS[kind].remove, key, PAD)
  end
end

-- The values of the hash's fields, in their order, false for those that are absent.
local function values_of(key, ids)
  local values = {}
  if redis.call('EXISTS', key) == 0 then
    for i = 1, #ids do
      values[i] = false
    end
    return values
  end
  in_chunks(ids, CHUNK, function(from, to)
    for i, value in ipairs(redis.call('HMGET', key, unpack(ids, from, to))) do
      values[from + i - 1] = value
    end
  end)
  return values
end

-- State and its time, or nil if the id is in none.
local function state_of(id)
  local score = redis.call('ZSCORE', WAITING, id)
  if score then
    return 'WAITING', number(score)
  end
  score = redis.call('ZSCORE', LEASED, id)
  if score then
    return 'IN_FLIGHT', number(score)
  end
  score = redis.call('ZSCORE', DEAD, id)
  if score then
    return 'DEAD', number(score)
  end
  return nil, nil
end

-- Token, original due time and consumer, all as text, or nil if there is no readable owner.
local function parse_owner(stored)
  if not stored then
    return nil, nil, nil
  end
  return string.match(stored, '^(%d+) (%d+) (%S+)$')
end

-- Deliveries that are over, failures, and returns because of a claim that was never confirmed.
local function parse_attempts(stored)
  if not stored then
    return 0, 0, 0
  end
  local deliveries, failures, returns = string.match(stored, '^(%d+) (%d+) (%d+)$')
  return number(deliveries), number(failures), number(returns)
end

-- When it is dead, and how long it lives beyond its due time, or nil if it lives for ever.
local function parse_expiry(stored)
  if not stored then
    return nil, nil
  end
  local expiry, ttl = string.match(stored, '^(%d+) (%d+)$')
  return expiry and number(expiry), ttl and number(ttl)
end

-- When the occurrence is due, the definition, and, of one that is out of turn, when the next regular one is due. The
-- first two are nil if the message does not recur.
local function parse_recurring(stored)
  if not stored then
    return nil, nil, nil
  end
  local due, definition, regular = string.match(stored, '^(%d+) (%w+) ?(%d*)$')
  return due and number(due), definition, regular and regular ~= '' and number(regular) or nil
end

local function save_recurring(id, due, definition, regular)
  redis.call('HSET', RECURRING, id, text(due) .. ' ' .. definition .. (regular and ' ' .. text(regular) or ''))
end

local function save_attempts(id, deliveries, failures, returns)
  redis.call('HSET', ATTEMPTS, id, text(deliveries) .. ' ' .. text(failures) .. ' ' .. text(returns))
end

-- Urgent messages are ordered by priority, the highest first, and then by due time, as far as that can be told apart.
local function urgency(priority, due)
  return (HIGHEST_PRIORITY - priority) * PRIORITY_RANGE + math.min(due, PRIORITY_RANGE - 1)
end

local function wait_until(id, due)
  redis.call('ZADD', WAITING, text(due), id)
  if not of_dead_letters and redis.call('EXISTS', PRIORITIES) == 1 then
    local priority = number(redis.call('HGET', PRIORITIES, id))
    if priority > 0 then
      redis.call('ZADD', URGENT, text(urgency(priority, due)), id)
    end
  end
end

-- Compares by bytes, as Redis does; Lua itself goes by the server's locale.
local function comes_before(id, other)
  for i = 1, math.min(#id, #other) do
    local byte, other_byte = string.byte(id, i), string.byte(other, i)
    if byte ~= other_byte then
      return byte < other_byte
    end
  end
  return #id < #other
end

-- Lets what is due then be dead after its time to live. Nothing is late that has none.
local function expire_after(id, time, ttl)
  redis.call('HSET', EXPIRIES, id, text(later(time, ttl)) .. ' ' .. text(ttl))
end

-- Removes from what mostly is not there.
local function remove_rare(command, key, ids)
  if redis.call('EXISTS', key) == 1 then
    remove_all(command, key, ids)
  end
end

-- Score of the first member, or nil.
local function head_of(key)
  local score = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  return score and number(score)
end

local function publish(until_due, kind)
  redis.pcall('PUBLISH', CHANNEL, QUEUE .. ' ' .. text(until_due) .. kind)
end

-- No listener of dead letters is to have them any more, also if somebody has removed `dead` with commands of their own.
local function withhold(ids)
  if redis.call('EXISTS', DEAD_WAITING, DEAD_LEASED, DEAD_OWNERS, DEAD_ATTEMPTS) > 0 then
    for _, key in ipairs({DEAD_WAITING, DEAD_LEASED}) do
      remove_all('ZREM', key, ids)
    end
    for _, key in ipairs({DEAD_OWNERS, DEAD_ATTEMPTS}) do
      remove_all('HDEL', key, ids)
    end
  end
end

local function bury(id, cause)
  withhold({id})
  local head = head_of(DEAD_WAITING)
  redis.call('ZADD', DEAD, text(NOW), id)
  redis.call('HSET', CAUSES, id, cause)
  redis.call('ZADD', DEAD_WAITING, text(NOW), id)
  remove_rare('HDEL', EXPIRIES, {id})
  if not head or head > NOW then
    publish(0, DEAD_HINT)
  end
end

-- Out of every state; what is stored of the messages stays.
local function detach(ids)
  withhold(ids)
  for _, key in ipairs({KEYS[1], KEYS[2], DEAD}) do
    remove_all('ZREM', key, ids)
  end
  for _, key in ipairs({KEYS[4], KEYS[5], CAUSES, EXPIRIES}) do
    remove_all('HDEL', key, ids)
  end
  remove_rare('ZREM', URGENT, ids)
  remove_rare('HDEL', PRIORITIES, ids)
  remove_rare('HDEL', RECURRING, ids)
end

local function remove_messages(ids)
  detach(ids)
  remove_all('HDEL', MESSAGES, ids)
end

local function remove(id)
  remove_messages({id})
end

-- Consumers that were told that too many messages are in flight wait for this.
local woken = false
local function wake_if_full()
  if not of_dead_letters and redis.call('HDEL', SETTINGS, 'full') == 1 then
    publish(0, '')
    woken = true
  end
end

-- Milliseconds until the message that became the head of `waiting` is due, published as a hint; 0 if others were woken,
-- and '' if there is no news.
local function hint(head_before)
  if woken then
    return 0
  end
  local head = head_of(WAITING)
  if not head or (head_before and head >= head_before) then
    return ''
  end
  local until_due = math.max(head - NOW, 0)
  publish(until_due, of_dead_letters and DEAD_HINT or '')
  return until_due
end

-- The answer to a copy of an earlier call that comes after a later one: its caller has gone on.
local function superseded(called, last)
  return redis.error_reply('SUPERSEDED call ' .. text(called) .. ' came after call ' .. text(last))
end

-- What a lane's call was answered, an error if a later call of the lane has been carried out, or nil if neither has
-- been. Drivers send a call again when its reply was lost, and others may have changed the message in between. The
-- record is '<last call, ms> <its number> <its reply, value by value>'.
local function recall(lane, call)
  local last, values = string.match(redis.call('HGET', PRODUCERS, lane) or '', '^%d+ (%d+)(.*)$')
  if number(last) ~= call then
    return number(last) > call and superseded(call, number(last)) or nil
  end
  local reply = {}
  for kind, value in string.gmatch(values, ' ([ns])(%S*)') do
    reply[#reply + 1] = kind == 'n' and number(value) or string.gsub(value, '%%(%x%x)', function(code)
      return string.char(tonumber(code, 16))
    end)
  end
  return reply
end

local function remember(lane, call, reply)
  local values = {text(NOW), text(call)}
  for _, value in ipairs(reply) do
    values[#values + 1] = type(value) == 'number' and 'n' .. text(value) or 's' .. string.gsub(value, '[%s%%]',
      function(character)
        return string.format('%%%02X', string.byte(character))
      end)
  end
  redis.call('HSET', PRODUCERS, lane, table.concat(values, ' '))
end
