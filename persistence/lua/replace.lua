-- Puts a note in the place of one that was read, if it still is that one. A repeat of the same is as good as done.
-- It stays for so many seconds from now, or if none are given, for as long as the one before it would have.
-- KEYS: note   ARGV: what was read (empty: there was none), what takes its place, seconds (may be left out)

local now = redis.call('GET', KEYS[1]) or ''
if now ~= ARGV[1] and now ~= ARGV[2] then
  return 0
end
if ARGV[3] then
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
else
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
end
return 1
