-- What stands under these keys at one moment. Nothing is written.
-- KEYS: any of one partition
-- Answers: the server's time, then for each key that is there: its place in KEYS, its type, its life in ms, its items

local t = redis.call('TIME')
local found = { t[1] * 1000 + math.floor(t[2] / 1000) }
for place, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  local items
  if kind == 'string' then
    items = { redis.call('GET', key) }
  elseif kind == 'hash' then
    items = redis.call('HGETALL', key)
  elseif kind == 'list' then
    items = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'set' then
    items = redis.call('SMEMBERS', key)
  elseif kind == 'zset' then
    items = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  end
  if items then
    found[#found + 1] = { place, kind, redis.call('PTTL', key), items }
  end
end
return found
