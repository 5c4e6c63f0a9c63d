-- Closes an account that is as it was found: pays what it holds to the bank, and drops it. Stands behind money.lua.
-- KEYS: purses ledger once account... (those of the transfer), the list of entries of the account
-- ARGV: time, the account, its balance, the number of its last entry, the keys of transfers to forget, accounts, transfers
-- Answers 1; 0: it was used meanwhile, and is left alone.

local now = time(take())
local account, balance, last = take(), take(), take()
local marks = take_list(1)
local money = read_money(1)
local entries = KEYS[money.after]
local as_found = redis.call('HGET', money.purses, account) == balance and redis.call('LINDEX', entries, -1) == last
if not as_found or weigh(money) then
  return 0
end
pay(money, now)
redis.call('HDEL', money.purses, account)
redis.call('DEL', entries)
for _, mark in ipairs(marks) do
  redis.call('SREM', money.once, mark)
end
return 1
