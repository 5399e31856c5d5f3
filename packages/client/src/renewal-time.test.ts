import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieRenewalTime, tokenRenewalTime, tokenTimes } from "./renewal-time.ts";

const HOUR = 3600;
const start = 1_790_000_000;
const jwt = (claims: object) =>
	["{}", JSON.stringify(claims), "signature"]
		.map((part) => Buffer.from(part).toString("base64url"))
		.join(".");
const times = (iat: number, exp: number, sid = "s-1") => tokenTimes(jwt({ sid, iat, exp }));

test("a token is renewed when three quarters of its life are over", () => {
	const at = tokenRenewalTime(times(start, start + HOUR), start * 1000);
	assert.equal(at, (start + 0.75 * HOUR) * 1000);
});

test("the local clock may be wrong by any time, if the token came by it", () => {
	const local = 5000;
	assert.equal(tokenRenewalTime(times(start, start + HOUR), local), local + 0.75 * HOUR * 1000);
});

test("a token that its owner stored is renewed by its own times alone", () => {
	assert.equal(tokenRenewalTime(times(start, start + HOUR)), (start + 0.75 * HOUR) * 1000);
});

test("renewals stop at the end of the session, when they gain nothing any more", () => {
	const before = times(start, start + HOUR);
	const last = times(start + 0.75 * HOUR, start + HOUR);
	assert.equal(tokenRenewalTime(last, start * 1000, before), Number.POSITIVE_INFINITY);
	const ofAnother = times(start + 0.75 * HOUR, start + HOUR, "s-2");
	assert.ok(tokenRenewalTime(ofAnother, start * 1000, before) < Number.POSITIVE_INFINITY);
});

for (const [name, token] of Object.entries({
	"no JWT": "opaque",
	"no JSON": "e30.bm90IGpzb24.x",
	"no times": jwt({ sub: "ada" }),
	"times that are no numbers": jwt({ iat: "soon", exp: "later" }),
	"an end before the start": jwt({ iat: 2, exp: 1 }),
	null: jwt(null as unknown as object),
})) {
	test(`a token with ${name} is never renewed ahead`, () => {
		assert.equal(tokenRenewalTime(tokenTimes(token), start), Number.POSITIVE_INFINITY);
	});
}

test("claims in any script are read", () => {
	assert.equal(times(start, start + HOUR, "é🔑")?.expiresAt, (start + HOUR) * 1000);
});

test("a cookie session is renewed once its idle time is known, before it is over", () => {
	assert.equal(cookieRenewalTime(1000, 4000), 4000);
	assert.equal(cookieRenewalTime(1000, undefined), Number.POSITIVE_INFINITY);
	assert.equal(cookieRenewalTime(undefined, 4000), Number.POSITIVE_INFINITY);
});
