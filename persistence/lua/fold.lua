-- Adds entries of the ledger to the sums of their month, and leaves their lines empty, where they still stand.
-- KEYS: ledger folded, the list of entries of each account
-- ARGV: for each entry: its number, its line, its field among the sums, its amount, the keys of its two accounts

for i = 1, #ARGV, 6 do
  local number, line, field, amount, source, target = unpack(ARGV, i, i + 5)
  if redis.call('LINDEX', KEYS[1], number) == line then
    redis.call('HINCRBY', KEYS[2], field, amount)
    redis.call('LSET', KEYS[1], number, '')
    redis.call('LREM', KEYS[tonumber(source)], 1, number)
    redis.call('LREM', KEYS[tonumber(target)], 1, number)
  end
end
return 1
