-- An entry of the audit log that belongs to no table's step, once. Stands behind audit.lua in one script.
-- KEYS: once audit   ARGV: the key under which it is noted once, the entry
-- Answers: 1, and 0 where it was noted before.

redis.call('LLEN', KEYS[2])
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 then
  return 0
end
keep_audit(KEYS[2], { ARGV[2] })
return 1
