-- Prints what a run measured as one JSON line; wrk's own words are for people.
done = function(summary, latency, requests)
  io.write(string.format(
    '\nRESULT {"requests":%d,"bytes":%d,"us":%d,"p50_us":%d,"p99_us":%d,"failed":%d}\n',
    summary.requests, summary.bytes, summary.duration,
    latency:percentile(50), latency:percentile(99),
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout))
end
