-- Every request is a visitor's first vote, from a unique network, for one of many shops.
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  shops = {}
  for line in io.lines(arguments[1]) do shops[#shops + 1] = line end
  -- Rounds and threads use separate addresses.
  seen = (tonumber(arguments[2]) * 8 + number) * 400000
end

function request()
  seen = seen + 1
  local high, middle = math.floor(seen / 65536) % 200, math.floor(seen / 256) % 256
  local address = string.format("%d.%d.%d.7", 11 + high, middle, seen % 256)
  return wrk.format("POST", "/api/coffee-shops/" .. shops[seen % #shops + 1] .. "/upvote", { ["X-Forwarded-For"] = address })
end
