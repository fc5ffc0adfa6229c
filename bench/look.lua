-- Reads one address. With a pause in milliseconds each connection asks again that long after it had its answer. Prints
-- every latency with how often it was seen.
init = function(args)
  local pause = tonumber(args[1])
  if pause > 0 then
    delay = function() return pause end
  end
end

done = function(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  local seen = {}
  for i = 1, #latency do seen[i] = string.format('[%d,%d]', latency(i)) end
  io.write(string.format('\nRESULT {"failed":%d,"seen":[%s]}\n', failed, table.concat(seen, ',')))
end
