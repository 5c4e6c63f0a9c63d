-- Shared by commit.lua, transfer.lua and noted.lua: what staff did at a venue, oldest first.

local AUDIT_MOST = 10000 -- entries; as in archive.py

local function keep_audit(audit, entries)
  redis.call('RPUSH', audit, unpack(entries))
  redis.call('LTRIM', audit, -AUDIT_MOST, -1)
end
