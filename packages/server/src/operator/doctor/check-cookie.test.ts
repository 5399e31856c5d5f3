import assert from "node:assert/strict";
import { it } from "node:test";
import { createCookies } from "../../platform/http/cookies.ts";
import { cookieRefusal } from "./check-responses.ts";

const secret = "A".repeat(43);

for (const baseUrl of ["https://login.example", "https://example.com/analytics", "http://localhost:8400"]) {
	it(`keeps the cookies of ${baseUrl} as they are sent`, () => {
		const { session, preSession } = createCookies({ baseUrl, cookieSameSite: "Lax", deviceLifetime: 1 });
		for (const cookie of [session, preSession])
			assert.equal(cookieRefusal(cookie.set(secret), baseUrl), null);
	});
}

const sent = createCookies({
	baseUrl: "https://login.example",
	cookieSameSite: "Lax",
	deviceLifetime: 1,
}).session.set(secret);
const spoilt = [
	{ name: "a Domain was added", line: `${sent}; Domain=example`, says: /Domain/ },
	{ name: "the Path was changed", line: sent.replace("Path=/", "Path=/app"), says: /Path/ },
	{ name: "Secure was lost", line: sent.replace("; Secure", ""), says: /Secure/ },
	{ name: "HttpOnly was lost", line: sent.replace("; HttpOnly", ""), says: /HttpOnly/ },
];
for (const { name, line, says } of spoilt) {
	it(`reports when ${name}`, () => assert.match(cookieRefusal(line, "https://login.example") ?? "", says));
}

it("reports a Secure cookie on plain http", () => {
	assert.match(cookieRefusal(sent, "http://login.example") ?? "", /plain http/);
});
