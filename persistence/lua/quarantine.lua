-- Sets one table aside whose document can't be read (threats F23). Stands behind places.lua in one script.
-- KEYS: session quarantine due deliver places   ARGV: member, table

local session, aside, due, deliver, places = unpack(KEYS)
local was, opened = unpack(redis.call('HMGET', session, 'p', 'o'))
local changes = places_after(places, (opened or '') .. '=' .. ARGV[2], was or '', '')
redis.call('ZCARD', deliver)
redis.call('ZREM', due, ARGV[1])
redis.call('ZREM', deliver, ARGV[1])
write_places(places, changes)
if redis.call('EXISTS', session) == 0 then
  return 0
end
redis.call('RENAME', session, aside)
redis.call('PERSIST', aside)
return 1
