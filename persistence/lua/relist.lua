-- Puts other words in the place of what lists show of a game, if they are still those that were read, and counts it.
-- KEYS: listings, counters   ARGV: the record's name, what was read, what is shown from now on, the counter's name

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HINCRBY', KEYS[2], ARGV[4], 1)
return 1
