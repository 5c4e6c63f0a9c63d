-- Takes the mark "has something to deliver" away, unless the table moved on meanwhile.
-- KEYS: session deliver   ARGV: version, member

if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[2])
return 1
