-- Asks Sallyport who stands behind a request, for HAProxy 2.5 or newer. Tested with HAProxy 2.6 of Debian.
--   lua-load-per-thread sallyport.lua http://127.0.0.1:8400/api/auth/check
--   http-request lua.sallyport
local check_url = ...

local asked_of = { "authorization", "cookie", "csrf", "origin", "sec-fetch-site" }
local told = { "x-auth-user-id", "x-auth-username", "x-auth-role", "x-auth-session-id", "x-auth-authenticated-at" }
local shown = { "content-type", "cache-control", "www-authenticate", "set-cookie", "retry-after", "x-request-id" }

local function refuse(txn, status, headers, body)
	local reply = txn:reply({ status = status })
	for name, values in pairs(headers) do
		for _, value in pairs(values) do reply:add_header(name, value) end
	end
	reply:set_body(body)
	txn:done(reply)
end

local function sallyport(txn)
	local given, ask = txn.http:req_get_headers(), {}
	for _, name in ipairs(asked_of) do ask[name] = given[name] end
	ask["x-forwarded-method"] = { txn.f:method() }
	ask["x-forwarded-for"] = { txn.f:src() }
	local answer = core.httpclient():get({ url = check_url, headers = ask, timeout = 5000 })

	if answer.status == 204 then
		for _, name in ipairs(told) do txn.http:req_set_header(name, answer.headers[name][0]) end
	elseif answer.status == 401 and txn.f:method() == "GET" and txn.sf:req_hdr("accept"):find("text/html", 1, true) then
		refuse(txn, 303, { location = { "/login?next=" .. txn.c:url_enc(txn.f:pathq()) } }, "")
	elseif answer.status >= 400 then
		local headers = {}
		for _, name in ipairs(shown) do headers[name] = answer.headers[name] end
		refuse(txn, answer.status, headers, answer.body)
	else
		refuse(txn, 503, { ["retry-after"] = { "2" } }, "")
	end
end

core.register_action("sallyport", { "http-req" }, sallyport)
