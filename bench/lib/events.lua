-- Events from browsers in many networks, or in a single one.
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  bodies = {}
  for line in io.lines(arguments[1]) do bodies[#bodies + 1] = line end
  networks = tonumber(arguments[2])
  -- Threads start with different networks.
  seen = number * math.floor(networks / 2)
end

function request()
  seen = seen + 1
  local network = seen % networks
  local address = string.format("%d.%d.%d.7", 11 + math.floor(network / 65536), math.floor(network / 256) % 256, network % 256)
  local headers = {
    ["Content-Type"] = "application/json",
    ["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    ["X-Forwarded-For"] = address,
  }
  return wrk.format("POST", "/api/analytics/track", headers, bodies[seen % #bodies + 1])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answered":%d,"refused":%d,"broken":%d,"p99":%f}\n', summary.requests, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99) / 1000))
end
