-- What the scripts that consumers call share: what is remembered of them, settlements, and what is due. Put between the
-- prelude and each of these scripts.
local NONE = '-'
local SEVERAL = 0
local APPLIED, STALE = 'A', 'S'
local MINUTE = 60 * 1000
local CONSUMER_LIFETIME, LANE_LIFETIME = 24 * 60 * MINUTE, 30 * MINUTE
local LONGEST_SILENCE = 10 * MINUTE
local RECORD_LIMIT = 32
local FAIR_SHARE = 4

-- What is remembered of a consumer: '<last call, ms> <confirmed token> <number of the last claim> <its token>
-- <its end of the lease, ms, or SEVERAL> <its settlement results> <number of the last settle> <its settlement results>'.
local function parse_consumer(stored)
  local called, confirmed, claim, token, lease_end, claim_results, settle, settle_results =
    string.match(stored or '', '^(%d+) (%d+) (%d+) (%d+) (%d+) (%S+) (%d+) (%S+)$')
  return {
    called = number(called), confirmed = number(confirmed), claim = number(claim), token = number(token),
    lease_end = number(lease_end), claim_results = claim_results or NONE, settle = number(settle),
    settle_results = settle_results or NONE
  }
end

local function load_consumer(name)
  return parse_consumer(redis.call('HGET', CONSUMERS, name))
end

local function consumer_stale(stored)
  local record = parse_consumer(stored)
  return math.max(record.called, record.lease_end) + CONSUMER_LIFETIME < NOW
end

local function lane_stale(stored)
  return number(string.match(stored, '^%d+')) + LANE_LIFETIME < NOW
end

-- Looks at some records by chance.
local function drop_stale(key, is_stale)
  local records, stale = redis.call('HRANDFIELD', key, RECORD_LIMIT, 'WITHVALUES'), {}
  for i = 1, #records, 2 do
    if is_stale(records[i + 1]) then
      stale[#stale + 1] = records[i]
    end
  end
  remove_all('HDEL', key, stale)
end

-- Drops records of callers that are gone, with the first call of a consumer in a minute. Not after a long silence, or
-- when the clock has leapt: Redis may have stood still, and copies of earlier calls may wait to be read.
local function drop_stale_records(last_call)
  if math.floor(last_call / MINUTE) ~= math.floor(NOW / MINUTE) and NOW - last_call <= LONGEST_SILENCE then
    drop_stale(CONSUMERS, consumer_stale)
    drop_stale(PRODUCERS, lane_stale)
  end
end

local function save_consumer(name, consumer)
  redis.call('HSET', CONSUMERS, name, table.concat({
    text(NOW), text(consumer.confirmed), text(consumer.claim), text(consumer.token), text(consumer.lease_end),
    consumer.claim_results, text(consumer.settle), consumer.settle_results
  }, ' '))
  drop_stale_records(consumer.called)
end

-- The replies of the consumer's claims up to this token have arrived. Claims still to come can't be confirmed.
local function confirm(consumer, token)
  consumer.confirmed = math.max(consumer.confirmed, math.min(number(token), consumer.token))
end

-- What somebody has brought back to life with commands of their own is no dead letter any more.
local function is_revived(id)
  return of_dead_letters and not redis.call('ZSCORE', DEAD, id)
end

-- A message dies. A dead letter stays what it is, but no listener is to have it any more.
local function give_up(id, cause, deliveries, failures, returns)
  if of_dead_letters then
    withhold({id})
  else
    bury(id, cause)
    save_attempts(id, deliveries, failures, returns)
  end
end

-- Lets a message wait for its next occurrence, with nothing of what it has gone through.
local function recur(id, due)
  local _, definition = parse_recurring(redis.call('HGET', RECURRING, id))
  save_recurring(id, due, definition or '0')
  wait_until(id, due)
  remove_rare('HDEL', ATTEMPTS, {id})
end

-- The occurrence of a message dies under an id of its own.
local function bury_occurrence(id, dead_id, cause, deliveries, failures, returns)
  local message, priority = redis.call('HGET', MESSAGES, id), redis.call('HGET', PRIORITIES, id)
  if message then
    detach({dead_id})
    redis.call('HSET', MESSAGES, dead_id, message)
    if priority then
      redis.call('HSET', PRIORITIES, dead_id, priority)
    end
    give_up(dead_id, cause, deliveries, failures, returns)
  end
end

-- Ids of those messages handed out that recur, when their occurrences are due, and, of those out of turn, when the next
-- regular ones are, else ''. Each message has `size` values.
local function occurrences(messages, size)
  local ids, found = {}, {}
  for i = 1, of_dead_letters and 0 or #messages, size do
    ids[#ids + 1] = messages[i]
  end
  for i, stored in ipairs(values_of(RECURRING, ids)) do
    local due, _, regular = parse_recurring(stored)
    if due then
      found[#found + 1] = ids[i]
      found[#found + 1] = due
      found[#found + 1] = regular or ''
    end
  end
  return found
end

-- Carries out `count` settlements, each of four arguments: id, token, ACK, RETRY, RELEASE, DEAD, RECUR or DEAD_RECUR,
-- and the pause in ms, the cause, ms to remember the id, or when the next occurrence is due in ms. DEAD_RECUR has two
-- more: the id under which the occurrence is dead, and the cause. Returns a letter for each, or NONE if there is none.
local function settle_all(name, count)
  if count == 0 then
    return NONE
  end
  local ids, tokens, actions, details, deaths = {}, {}, {}, {}, {}
  for i = 1, count do
    ids[i], tokens[i], actions[i], details[i] = argument(), argument(), argument(), argument()
    if actions[i] == 'DEAD_RECUR' then
      deaths[i] = {id = argument(), cause = argument()}
    end
  end
  local owners = values_of(OWNERS, ids)
  local results, settled, handled, back, done = {}, {}, {}, {}, {}
  for i, id in ipairs(ids) do
    local token, due, consumer = parse_owner(owners[i])
    if token == tokens[i] and consumer == name and not done[id] and not is_revived(id) then
      done[id] = true
      results[i] = APPLIED
      settled[#settled + 1] = id
      if deaths[i] then
        -- What has that id gives way, and its owner can't settle it any more.
        done[deaths[i].id] = true
      end
      if actions[i] == 'ACK' then
        handled[#handled + 1] = id
        if number(details[i]) > 0 then
          redis.call('ZADD', SETTLED, 'GT', text(later(NOW_UP, number(details[i]))), id)
        end
      else
        back[#back + 1] = {id = id, action = actions[i], detail = details[i], due = due, death = deaths[i]}
      end
    else
      results[i] = STALE
    end
  end
  if of_dead_letters then
    remove_messages(handled)
  else
    remove_all('HDEL', MESSAGES, handled)
    remove_rare('HDEL', ATTEMPTS, handled)
    remove_rare('HDEL', EXPIRIES, handled)
    remove_rare('HDEL', PRIORITIES, handled)
    remove_rare('HDEL', RECURRING, handled)
  end
  local waiting_padded, attempts_padded = pad('zset', WAITING, #back), pad('hash', ATTEMPTS, #back)
  for _, message in ipairs(back) do
    local deliveries, failures, returns = parse_attempts(redis.call('HGET', ATTEMPTS, message.id))
    if message.action == 'DEAD' then
      give_up(message.id, message.detail, deliveries + 1, failures + 1, returns)
    elseif message.action == 'RETRY' then
      wait_until(message.id, later(NOW_UP, number(message.detail)))
      save_attempts(message.id, deliveries + 1, failures + 1, returns)
    elseif message.action == 'RECUR' or message.death then
      if message.death then
        local death = message.death
        bury_occurrence(message.id, death.id, death.cause, deliveries + 1, failures + 1, returns)
      end
      recur(message.id, number(message.detail))
    else
      wait_until(message.id, number(message.due))
      save_attempts(message.id, deliveries + 1, failures, returns)
    end
  end
  unpad('zset', WAITING, waiting_padded)
  unpad('hash', ATTEMPTS, attempts_padded)
  remove_all('HDEL', OWNERS, settled)
  remove_all('ZREM', LEASED, settled)
  return table.concat(results)
end

-- Sorts by priority, due time and id.
local function in_order(places)
  table.sort(places, function(a, b)
    if a.priority ~= b.priority then
      return a.priority > b.priority
    end
    return a.due < b.due or (a.due == b.due and comes_before(a.id, b.id))
  end)
  return places
end

-- Messages that are due, those with the highest priority first, but in each fourth place the one that has been due for
-- longest, so that a stream of urgent messages does not keep the others waiting for ever.
local function urgent_first(count, turn)
  local left = count - math.floor((turn + count) / FAIR_SHARE) + math.floor(turn / FAIR_SHARE)
  local ids, taken = {}, {}
  local function take(found)
    for _, id in ipairs(found) do
      if #ids < count and not taken[id] then
        taken[id] = true
        ids[#ids + 1] = id
      end
    end
  end
  for priority = HIGHEST_PRIORITY, 1, -1 do
    if #ids < left then
      local from, to = text(urgency(priority, 0)), text(urgency(priority, NOW))
      take(redis.call('ZRANGEBYSCORE', URGENT, from, to, 'LIMIT', 0, left - #ids))
    end
  end
  local urgent, next_urgent, next_old = #ids, 1, #ids + 1
  take(redis.call('ZRANGEBYSCORE', WAITING, '-inf', text(NOW), 'LIMIT', 0, count + #ids))
  local places, priorities = {}, values_of(PRIORITIES, ids)
  for i = 1, #ids do
    local from = next_urgent
    if next_old <= #ids and (next_urgent > urgent or (turn + i) % FAIR_SHARE == 0) then
      from, next_old = next_old, next_old + 1
    else
      next_urgent = next_urgent + 1
    end
    local id = ids[from]
    places[i] = {id = id, due = number(redis.call('ZSCORE', WAITING, id)), priority = number(priorities[from])}
  end
  return places
end

local function earliest_first(count)
  local due = redis.call('ZRANGEBYSCORE', WAITING, '-inf', text(NOW), 'WITHSCORES', 'LIMIT', 0, count)
  local places = {}
  for i = 1, #due, 2 do
    places[#places + 1] = {id = due[i], due = number(due[i + 1])}
  end
  return places
end
