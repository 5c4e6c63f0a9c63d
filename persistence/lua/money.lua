-- Shared by commit.lua and transfer.lua: reading the arguments, the time, and the ledger of a venue.
-- Check everything first, then write: a script that fails half-way keeps its first half (threats, "Measured lessons").

local EXACT = 9007199254740992 -- 2^53: up to here a Lua number is exact
local STAKE_KEPT = 60 * 24 * 3600 * 1000 -- ms: how long the entries of a stake stay findable by its name

local taken = 0
local function take()
  taken = taken + 1
  return ARGV[taken]
end

-- A count, then so many groups of `width` arguments.
local function take_list(width)
  local items = {}
  for i = 1, tonumber(take()) * width do
    items[i] = take()
  end
  return items
end

local function whole(number)
  return string.format('%.0f', number)
end

-- The time in ms as text: the one given, else the server's.
local function time(given)
  if given ~= '' then
    return given
  end
  local t = redis.call('TIME')
  return whole(t[1] * 1000 + math.floor(t[2] / 1000))
end

-- KEYS from `first` on: purses, ledger, once, then one list of entries for each account.
local function read_money(first)
  local names = take_list(1)
  local moves = take_list(5)
  local money = { names = names, transfers = {}, purses = KEYS[first], ledger = KEYS[first + 1], once = KEYS[first + 2] }
  money.entries = function(account)
    return KEYS[first + 2 + account]
  end
  money.after = first + 3 + #names
  for i = 1, #moves, 5 do
    money.transfers[#money.transfers + 1] = {
      source = tonumber(moves[i]),
      target = tonumber(moves[i + 1]),
      amount = moves[i + 2],
      once = moves[i + 3],
      body = moves[i + 4],
    }
  end
  return money
end

local function was_done(money, transfer, done)
  if transfer.once == '' then
    return false
  end
  local before = done[transfer.once] or redis.call('SISMEMBER', money.once, transfer.once) == 1
  done[transfer.once] = true
  return before
end

-- The balances of all accounts, in pieces: Lua passes no more than some thousand arguments at once.
local AT_ONCE = 1000
local function balances_of(money)
  local found, names = {}, money.names
  for first = 1, #names, AT_ONCE do
    local last = math.min(first + AT_ONCE - 1, #names)
    for i, balance in ipairs(redis.call('HMGET', money.purses, unpack(names, first, last))) do
      found[first + i - 1] = balance or '0'
    end
  end
  return found
end

-- Plays the transfers on paper. Nil if all can be paid, else the answer that says why not. Writes nothing.
local function weigh(money)
  if #money.names == 0 then
    return nil
  end
  local balance, done = balances_of(money), {}
  redis.call('LLEN', money.ledger)
  redis.call('SISMEMBER', money.once, '')
  for account, amount in ipairs(balance) do
    balance[account] = tonumber(amount)
    redis.call('LLEN', money.entries(account))
  end
  for _, t in ipairs(money.transfers) do
    t.skip = was_done(money, t, done)
    if not t.skip then
      local rest = balance[t.source] - tonumber(t.amount)
      if rest < 0 and money.names[t.source] ~= 'bank' then
        return { 'short', money.names[t.source], whole(balance[t.source]) }
      end
      balance[t.source] = rest
      balance[t.target] = balance[t.target] + tonumber(t.amount)
      if balance[t.target] >= EXACT or rest <= -EXACT then
        return { 'over', money.names[rest <= -EXACT and t.source or t.target] }
      end
    end
  end
  return nil
end

local function pay(money, now)
  for _, t in ipairs(money.transfers) do
    if not t.skip then
      redis.call('HINCRBY', money.purses, money.names[t.source], '-' .. t.amount)
      redis.call('HINCRBY', money.purses, money.names[t.target], t.amount)
      local line = redis.call('RPUSH', money.ledger, now .. t.body) - 1
      redis.call('RPUSH', money.entries(t.source), line)
      redis.call('RPUSH', money.entries(t.target), line)
      if t.once ~= '' then
        redis.call('SADD', money.once, t.once)
      end
    end
  end
  for account, name in ipairs(money.names) do
    if string.sub(name, 1, 6) == 'stake:' then
      redis.call('PEXPIRE', money.entries(account), STAKE_KEPT)
    end
  end
end
