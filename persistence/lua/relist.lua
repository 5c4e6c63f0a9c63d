-- Puts other words in the place of what lists show of a game, if it is still listed.
-- KEYS: listings   ARGV: the record's name, what is shown of it

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return 1
