-- One step of one table: all of it or nothing. Stands behind money.lua, places.lua and seen.lua in one script.
-- KEYS: session log shown typed seen due deliver places counters games listings audit seals news |
-- purses ledger once account... | for each record: record, list of each of its people...
-- Answers: {done, version, time} {stale, version} {seen, id...} {short, account, balance} {over, account}

local CLOSED_KEPT = 30 * 24 * 3600 * 1000 -- ms
local DAY = 24 * 3600 * 1000 -- ms
local SHOWN_KEPT = CLOSED_KEPT -- as in deliveries.py
local TYPED_MOST = 500 -- lines typed at a table that are not kept with its log; as in tables.py
local OLD_MOST = 50 -- games that one step drops from the lists, so that no step is long

local session, log, shown, typed, seen, due, deliver, places, counters, games, listings, audit, seals, news = unpack(KEYS, 1, 14)
local now = time(take())
local expected = tonumber(take())
local document = take()
local table_id = take()
local member = take()
local wake = take()
local delivers = take() == '1'
local closing = take() -- the account of the table's stake when the table is closed, else empty
local becomes = take()
local game = take() -- the number of the game that is on, empty for none
local publish, teller, listens = take(), take(), tonumber(take())
local weight = tonumber(take()) -- about how many bytes this step adds to what is kept
local ids, lines, said = take_list(1), take_list(1), take_list(1)
local counts, archive, done, standing, notes = take_list(3), take_list(5), take_list(1), take_list(2), take_list(2)
local money = read_money(15)

-- First: may it be? Nothing is written here.

-- A message that was played already is told so before anything else: this is what makes a repeat harmless.
local before = seen_before(seen, ids)
if before then
  return before
end

local stands, was, opened, was_closed = unpack(redis.call('HMGET', session, 'v', 'p', 'o', 'c'))
stands, was, opened = tonumber(stands or '0'), was or '', opened or now
if stands ~= expected then
  return { 'stale', stands }
end
for i = 1, #counts, 3 do
  if tonumber(redis.call('HGET', counters, counts[i]) or '0') ~= tonumber(counts[i + 1]) then
    return { 'stale', stands }
  end
end
local today = whole(math.floor(now / DAY))
local day, written = unpack(redis.call('HMGET', counters, 'written-on', 'written'))
written = day == today and tonumber(written) or 0
local refusal = weigh(money)
if refusal then
  return refusal
end
local changes = places_after(places, opened .. '=' .. table_id, was, becomes)
-- A key of a wrong type would stop the writes half-way: touching each one here stops the script now instead.
redis.call('LLEN', log)
redis.call('LLEN', typed)
redis.call('ZCARD', due)
redis.call('ZCARD', deliver)
redis.call('ZCARD', games)
redis.call('HLEN', listings)
local people_at = money.after
for i = 5, #archive, 5 do
  for person = people_at + 1, people_at + tonumber(archive[i]) do
    redis.call('ZCARD', KEYS[person])
  end
  people_at = people_at + 1 + tonumber(archive[i])
end
redis.call('LLEN', audit)
redis.call('HLEN', seals)
redis.call('HLEN', shown)
if closing ~= '' then
  redis.call('HLEN', money.purses)
end

-- Then: write. Nothing below can fail.

redis.call('HSET', session, 'v', expected + 1, 'd', document, 'g', game)
if expected == 0 then
  redis.call('HSET', session, 'o', opened)
end
if was ~= becomes then
  redis.call('HSET', session, 'p', becomes)
  write_places(places, changes)
end
if #lines > 0 then
  redis.call('RPUSH', log, unpack(lines))
end
if #said > 0 then
  redis.call('RPUSH', typed, unpack(said))
  redis.call('LTRIM', typed, -TYPED_MOST, -1)
end
pay(money, now)
for i = 1, #counts, 3 do
  redis.call('HSET', counters, counts[i], counts[i + 2])
end
if weight > 0 then
  redis.call('HSET', counters, 'written-on', today, 'written', whole(written + weight))
end
for i = 1, #standing, 2 do
  redis.call('HSET', seals, standing[i], standing[i + 1])
end
local at = money.after
for i = 1, #archive, 5 do
  local name, content, listing, kept, people = unpack(archive, i, i + 4)
  local old = '(' .. whole(tonumber(now) - tonumber(kept))
  redis.call('SET', KEYS[at], content, 'PX', kept)
  redis.call('ZADD', games, now, name)
  if listing ~= '' then
    redis.call('HSET', listings, name, listing)
  end
  for person = at + 1, at + tonumber(people) do
    redis.call('ZADD', KEYS[person], now, name)
    redis.call('ZREMRANGEBYSCORE', KEYS[person], '-inf', old)
    redis.call('PEXPIRE', KEYS[person], kept)
  end
  local gone = redis.call('ZRANGEBYSCORE', games, '-inf', old, 'LIMIT', 0, OLD_MOST)
  if #gone > 0 then
    redis.call('ZREM', games, unpack(gone))
    redis.call('HDEL', listings, unpack(gone))
  end
  at = at + 1 + tonumber(people)
end
if #done > 0 then
  keep_audit(audit, done)
end
if wake == '' then
  redis.call('ZREM', due, member)
else
  redis.call('ZADD', due, wake, member)
end
if #notes > 0 then
  redis.call('HSET', shown, unpack(notes))
  redis.call('PEXPIRE', shown, SHOWN_KEPT)
end
if delivers then
  redis.call('ZADD', deliver, 'NX', now, member)
end
if #ids > 0 then
  keep_seen(seen, ids, now)
end
if closing ~= '' then
  redis.call('HSET', session, 'c', '1')
  for _, key in ipairs({ session, log, shown, typed }) do
    redis.call('PEXPIRE', key, CLOSED_KEPT)
  end
  if redis.call('HGET', money.purses, closing) == '0' then
    redis.call('HDEL', money.purses, closing)
  end
elseif was_closed then
  redis.call('HDEL', session, 'c')
  redis.call('PERSIST', session)
  redis.call('PERSIST', log)
  redis.call('PERSIST', typed)
end
-- Other processes are told. A server or a user that can't publish must not stop a step that is written: hence pcall.
if publish ~= '' then
  local heard = redis.pcall('PUBSUB', publish == 'SPUBLISH' and 'SHARDNUMSUB' or 'NUMSUB', news)
  if heard.err or heard[2] > listens then
    local shown_at = was == becomes and becomes or was .. ' ' .. becomes
    redis.pcall(publish, news, table.concat({ teller, 'table', member, expected + 1, wake, shown_at }, ' '))
  end
end
return { 'done', expected + 1, tonumber(now) }
