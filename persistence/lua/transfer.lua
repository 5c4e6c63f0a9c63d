-- Money without a table. Stands behind money.lua in one script.
-- KEYS: purses ledger once account...   ARGV: time, accounts, transfers
-- Answers: {done, balance...} in the order of the accounts, {short, account, balance}, {over, account}

local now = time(take())
local money = read_money(1)
local refusal = weigh(money)
if refusal then
  return refusal
end
pay(money, now)
local answer = { 'done' }
for i, balance in ipairs(redis.call('HMGET', money.purses, unpack(money.names))) do
  answer[i + 1] = balance or '0'
end
return answer
