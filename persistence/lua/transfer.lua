-- Money without a table. Stands behind money.lua, seen.lua and audit.lua in one script.
-- KEYS: seen audit counters purses ledger once account...
-- ARGV: time, ids of the messages that want it, entries for the audit log, counters that each go up by one, accounts,
-- transfers
-- Answers: {done, balance...} in the order of the accounts, {seen, id...}, {short, account, balance}, {over, account}

local seen, audit, counters = KEYS[1], KEYS[2], KEYS[3]
local now = time(take())
local ids, done, counted = take_list(1), take_list(1), take_list(1)
local money = read_money(4)
local before = seen_before(seen, ids)
if before then
  return before
end
local refusal = weigh(money)
if refusal then
  return refusal
end
redis.call('LLEN', audit)
redis.call('HLEN', counters)
pay(money, now)
if #done > 0 then
  keep_audit(audit, done)
end
for _, name in ipairs(counted) do
  redis.call('HINCRBY', counters, name, 1)
end
if #ids > 0 then
  keep_seen(seen, ids, now)
end
local answer = balances_of(money)
table.insert(answer, 1, 'done')
return answer
