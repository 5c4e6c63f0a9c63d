-- Lets sums be those of other accounts.
-- KEYS: folded   ARGV: for each sum: its field, the field that takes its place

for i = 1, #ARGV, 2 do
  local amount = redis.call('HGET', KEYS[1], ARGV[i])
  if amount then
    redis.call('HINCRBY', KEYS[1], ARGV[i + 1], amount)
    redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return 1
