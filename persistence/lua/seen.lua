-- Shared by commit.lua, transfer.lua and taken.lua: the ids of a venue's messages that were taken, each with its time in ms.

local SEEN_KEPT = 24 * 3600 * 1000 -- ms: threats F7
local SEEN_MOST = 1000000 -- ids of a venue: a bound on memory, far above what chat platforms let through in a day
local SEEN_TRIM = 1000 -- ids thrown away at most in one step, so that no step is long

-- Those of these ids that were taken before, behind the word 'seen'; nil where there are none. Writes nothing.
local function seen_before(seen, ids)
  if #ids == 0 then
    return nil
  end
  local answer = { 'seen' }
  for i, score in ipairs(redis.call('ZMSCORE', seen, unpack(ids))) do
    if score then
      answer[#answer + 1] = ids[i]
    end
  end
  return #answer > 1 and answer or nil
end

local function keep_seen(seen, ids, now)
  for _, id in ipairs(ids) do
    redis.call('ZADD', seen, now, id)
  end
  local old = redis.call('ZCOUNT', seen, '-inf', '(' .. whole(now - SEEN_KEPT))
  old = math.min(math.max(old, redis.call('ZCARD', seen) - SEEN_MOST), SEEN_TRIM)
  if old > 0 then
    redis.call('ZREMRANGEBYRANK', seen, 0, old - 1)
  end
  redis.call('PEXPIRE', seen, 2 * SEEN_KEPT)
end
