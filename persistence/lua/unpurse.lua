-- Takes an account away that is empty.
-- KEYS: purses   ARGV: the account

if redis.call('HGET', KEYS[1], ARGV[1]) == '0' then
  redis.call('HDEL', KEYS[1], ARGV[1])
end
return 1
