-- Money without a table. Stands behind money.lua, seen.lua and audit.lua in one script.
-- KEYS: seen audit purses ledger once account...
-- ARGV: time, ids of the messages that want it, entries for the audit log, accounts, transfers
-- Answers: {done, balance...} in the order of the accounts, {seen, id...}, {short, account, balance}, {over, account}

local seen, audit = KEYS[1], KEYS[2]
local now = time(take())
local ids, done = take_list(1), take_list(1)
local money = read_money(3)
local before = seen_before(seen, ids)
if before then
  return before
end
local refusal = weigh(money)
if refusal then
  return refusal
end
redis.call('LLEN', audit)
pay(money, now)
if #done > 0 then
  keep_audit(audit, done)
end
if #ids > 0 then
  keep_seen(seen, ids, now)
end
local answer = { 'done' }
for i, balance in ipairs(redis.call('HMGET', money.purses, unpack(money.names))) do
  answer[i + 1] = balance or '0'
end
return answer
