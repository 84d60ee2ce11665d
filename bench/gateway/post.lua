-- wrk's request: KIND=json|stream, BYTES of prompt, by environment.
local bytes = tonumber(os.getenv("BYTES") or "2000")
local stream = os.getenv("KIND") == "stream" and ',"stream":true' or ""
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["x-api-key"] = "sk-bench"
wrk.headers["anthropic-version"] = "2023-06-01"
wrk.headers["user-agent"] = "bench/1"
wrk.body = '{"model":"claude-sonnet-5-5","max_tokens":100' .. stream
  .. ',"messages":[{"role":"user","content":"' .. string.rep("word ", bytes / 5) .. '"}]}'
