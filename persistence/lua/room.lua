-- Takes room for one thing within a span, which several processes share.
-- KEYS: window   ARGV: the span in ms, how many at most, the time in ms (empty: the server's), `look`: take none
-- Answers the ms until there is room; 0: there is, and it was taken.

local t = redis.call('TIME')
local now = tonumber(ARGV[3]) or t[1] * 1000 + math.floor(t[2] / 1000)
local span, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = {}
for at in string.gmatch(redis.call('GET', KEYS[1]) or '', '%d+') do
  if now - tonumber(at) < span then
    kept[#kept + 1] = at
  end
end
if #kept >= most then
  return tonumber(kept[#kept - most + 1]) + span - now
end
if ARGV[4] == 'look' then
  return 0
end
kept[#kept + 1] = string.format('%d', now)
redis.call('SET', KEYS[1], table.concat(kept, ' '), 'PX', ARGV[1])
return 0
