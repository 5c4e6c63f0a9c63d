-- A message that was taken without a table: its id alone. Stands behind money.lua and seen.lua in one script.
-- KEYS: seen   ARGV: time, id

keep_seen(KEYS[1], { ARGV[2] }, time(ARGV[1]))
return 1
