-- Asks Sallyport who stands behind a request. Tested with HAProxy 2.6 of Debian; core.httpclient came with 2.5.
--
--   http-request lua.sallyport http://127.0.0.1:8400/api/auth/check
--
-- A request that is let through gets X-Auth-* and the variable txn.let_in. HAProxy continues when Lua fails, so the
-- configuration has to deny every request without that variable.
local asked_of = { "authorization", "cookie", "csrf", "origin", "sec-fetch-site", "upgrade" }
local told = { "x-auth-user-id", "x-auth-username", "x-auth-role", "x-auth-session-id", "x-auth-authenticated-at", "x-auth-acr", "x-auth-amr" }
-- Only of users who have them; the last two only of access keys.
local told_if_known = { "x-auth-name", "x-auth-email", "x-auth-groups", "x-auth-claims", "x-auth-access-key-id", "x-auth-scope" }
-- Of a refusal, all headers but those of its connection.
local left_out = { ["connection"] = true, ["keep-alive"] = true, ["content-length"] = true, ["transfer-encoding"] = true }

local function answer_with(txn, status, headers, body)
	local reply = txn:reply({ status = status, body = body })
	for name, values in pairs(headers) do
		for _, value in pairs(values) do reply:add_header(name, value) end
	end
	txn:done(reply)
end

local function opens_page(txn)
	return txn.sf:method() == "GET" and txn.sf:req_fhdr("accept"):find("text/html", 1, true) ~= nil
end

core.register_action("sallyport", { "http-req" }, function(txn, url)
	local given, headers = txn.http:req_get_headers(), {}
	for _, name in ipairs(asked_of) do headers[name] = given[name] end
	headers["x-forwarded-method"] = { txn.sf:method() }
	headers["x-forwarded-for"] = { txn.sf:src() }
	local answer = core.httpclient():get({ url = url, headers = headers, timeout = 5000 })

	if answer.status == 204 then
		for _, name in ipairs(told) do txn.http:req_set_header(name, answer.headers[name][0]) end
		for _, name in ipairs(told_if_known) do
			if answer.headers[name] then txn.http:req_set_header(name, answer.headers[name][0]) end
		end
		txn:set_var("txn.let_in", true)
	elseif answer.status == 401 and opens_page(txn) then
		local challenge = (answer.headers["www-authenticate"] or { [0] = "" })[0]
		local door = challenge:find("insufficient_user_authentication", 1, true) and "/reauthenticate?acr=aal2&" or "/login?"
		answer_with(txn, 303, { location = { door .. "next=" .. txn.sc:url_enc(txn.sf:pathq(), "query") } }, "")
	elseif answer.status >= 400 and tostring((answer.headers["content-type"] or {})[0]):find("^application/problem%+json") then
		local passed_on = {}
		for name, values in pairs(answer.headers) do
			if not left_out[name] then passed_on[name] = values end
		end
		answer_with(txn, answer.status, passed_on, answer.body)
	end
end, 1)
