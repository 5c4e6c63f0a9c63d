-- Tries on a scratch key every command the scripts use: an old server, a replica, a full disk or an access list
-- that lacks one of them shows at start, not in the middle of a commit.
-- KEYS: hash zset list set text other

local hash, zset, list, set, text, other = unpack(KEYS)
redis.call('HSET', hash, 'v', '1', 'd', '1')
redis.call('HINCRBY', hash, 'v', '1')
redis.call('HMGET', hash, 'v', 'd')
redis.call('HGET', hash, 'v')
redis.call('HLEN', hash)
redis.call('HDEL', hash, 'd')
redis.call('ZADD', zset, 'NX', '1', 'a')
redis.call('ZMSCORE', zset, 'a', 'b')
redis.call('ZCOUNT', zset, '-inf', '(1')
redis.call('ZCARD', zset)
redis.call('ZREM', zset, 'b')
redis.call('ZREMRANGEBYRANK', zset, 0, 0)
redis.call('RPUSH', list, 'a')
redis.call('LPUSH', list, 'b')
redis.call('LLEN', list)
redis.call('LTRIM', list, '-1', '-1')
redis.call('SADD', set, 'a')
redis.call('SISMEMBER', set, 'a')
redis.call('SET', text, 'a', 'PX', '60000')
redis.call('GET', text)
redis.call('PTTL', text)
redis.call('EXISTS', text)
redis.call('RENAME', text, other)
redis.call('PERSIST', other)
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, '1')
end
local t = redis.call('TIME')
return t[1] * 1000 + math.floor(t[2] / 1000)
