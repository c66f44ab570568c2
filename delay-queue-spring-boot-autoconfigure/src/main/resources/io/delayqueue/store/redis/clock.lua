-- The clock by which all delays and leases are judged. Put before the prelude; tests put another in its place.
-- Returns microseconds since the epoch.
local function now_micros()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end
