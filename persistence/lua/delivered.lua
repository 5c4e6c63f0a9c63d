-- Notes what audiences were shown last, and takes the mark "has something to deliver" away, unless the table moved on.
-- KEYS: session deliver shown   ARGV: version (empty: the mark stays), member, kept (ms), audience, note, ...

if #ARGV > 3 then
  redis.call('HSET', KEYS[3], unpack(ARGV, 4))
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
if ARGV[1] == '' or tonumber(redis.call('HGET', KEYS[1], 'v') or '0') ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[2])
return 1
