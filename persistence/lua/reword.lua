-- Puts other lines in the place of those of a list that were read, where they still stand.
-- KEYS: list   ARGV: for each line: its number, what was read, what takes its place

for i = 1, #ARGV, 3 do
  if redis.call('LINDEX', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    redis.call('LSET', KEYS[1], ARGV[i], ARGV[i + 2])
  end
end
return 1
