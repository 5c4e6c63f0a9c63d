-- Shared by commit.lua and quarantine.lua: the index place -> tables, one hash a venue.
-- Field: a place. Value: "opened=table opened=table". Places and tables are percent-encoded, so no blank is in them.

local function words(line)
  local found = {}
  for word in string.gmatch(line or '', '%S+') do
    found[#found + 1] = word
  end
  return found
end

-- The fields that change when a table moves from the places `was` to the places `becomes`. Writes nothing.
local function places_after(index, entry, was, becomes)
  local changes, listed = {}, {}
  if was == becomes then
    return changes
  end
  for _, place in ipairs(words(becomes)) do
    listed[place] = true
  end
  local done = {}
  for _, place in ipairs(words(was .. ' ' .. becomes)) do
    if not done[place] then
      done[place] = true
      local tables = {}
      for _, other in ipairs(words(redis.call('HGET', index, place) or '')) do
        if other ~= entry then
          tables[#tables + 1] = other
        end
      end
      if listed[place] then
        tables[#tables + 1] = entry
      end
      changes[#changes + 1] = { place, table.concat(tables, ' ') }
    end
  end
  return changes
end

local function write_places(index, changes)
  for _, change in ipairs(changes) do
    if change[2] == '' then
      redis.call('HDEL', index, change[1])
    else
      redis.call('HSET', index, change[1], change[2])
    end
  end
end
