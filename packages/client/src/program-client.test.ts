/** A program with an access key, against a service that is played by a function. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createProgramClient, type ProgramClientOptions } from "./program-client.ts";

const accessKey = `sallyport_${"0".repeat(38)}`;
const given = { baseUrl: "https://login.example", username: "ci", accessKey, csrf: "k1.abc" };
const api = "https://api.example/reports";
const loginUrl = `${given.baseUrl}/api/auth/login`;
const minute = 60_000;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenOf = (number: number, seconds = 3600) =>
	`h.${base64({ sid: `s${number}`, iat: 1000, exp: 1000 + seconds })}.t${number}`;
const json = (status: number, body: object, headers = {}) =>
	new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

interface Played {
	/** Of the login with this number, from 1. */
	logIn?: (number: number) => Response | Promise<Response>;
	/** Of the API. */
	call?: (token: string) => Response;
}

function program({ logIn, call }: Played = {}, more: Partial<ProgramClientOptions> = {}) {
	let now = 1_800_000_000_000;
	const logins: Array<{ headers: Headers; body: string }> = [];
	const tokens: string[] = [];
	const client = createProgramClient({
		...given,
		origins: [new URL(api).origin],
		clock: () => now,
		async fetch(input, init) {
			const headers = new Headers(init?.headers);
			if (String(input) === loginUrl) {
				logins.push({ headers, body: String(init?.body) });
				const { length } = logins;
				return logIn?.(length) ?? json(200, { id: "u", message: "", token: tokenOf(length) });
			}
			const token = headers.get("authorization")?.slice(7) ?? "";
			tokens.push(token);
			return call?.(token) ?? new Response("here you are");
		},
		...more,
	});
	const travel = (milliseconds: number) => {
		now += milliseconds;
	};
	return { client, logins, tokens, travel };
}

const refused = (code: string) => json(401, { code, message: "no" });

test("A program sends its key as the password with the CSRF token of the key, and nothing before it needs a token", async () => {
	const { client, logins, tokens } = program();
	assert.equal(logins.length, 0);
	assert.equal(await (await client.fetch(api)).text(), "here you are");
	const [{ headers, body } = assert.fail("no login")] = logins;
	assert.deepEqual(JSON.parse(body), { username: "ci", password: accessKey });
	assert.deepEqual([headers.get("csrf"), headers.get("cookie")], ["k1.abc", null]);
	assert.deepEqual(tokens, [tokenOf(1)]);
});

test("Parallel calls share one login, and later ones its token", async () => {
	const { client, logins, tokens } = program();
	await Promise.all(Array.from({ length: 8 }, () => client.fetch(api)));
	assert.equal(await client.accessToken(), tokenOf(1));
	assert.deepEqual([logins.length, new Set(tokens).size], [1, 1]);
});

test("A program logs in again shortly before the end of its token, whatever its clock says", async () => {
	const { client, logins, travel } = program();
	await client.accessToken();
	travel(58 * minute);
	assert.equal(await client.accessToken(), tokenOf(1));
	travel(minute + 1);
	assert.equal(await client.accessToken(), tokenOf(2));
	assert.equal(logins.length, 2);
});

test("A token of a key that is about to end is used for most of its short life", async () => {
	const short = (number: number) => json(200, { id: "u", message: "", token: tokenOf(number, 20) });
	const { client, logins, travel } = program({ logIn: short });
	await client.accessToken();
	travel(17_000);
	await client.accessToken();
	assert.equal(logins.length, 1);
	travel(2000);
	await client.accessToken();
	assert.equal(logins.length, 2);
});

for (const code of ["invalid_token", "session_expired", "session_ended"])
	test(`Calls that an API answers with ${code} are repeated once, after one login for all of them`, async () => {
		const { client, logins, tokens } = program({
			call: (token) => (token === tokenOf(1) ? refused(code) : new Response("here you are")),
		});
		const answers = await Promise.all([1, 2, 3].map(() => client.fetch(api, { method: "POST", body: "x" })));
		for (const { status } of answers) assert.equal(status, 200);
		assert.equal(logins.length, 2);
		assert.equal(tokens.filter((token) => token === tokenOf(2)).length, 3);
	});

test("An API that accepts no token has its response passed on after one more try", async () => {
	const { client, logins, tokens } = program({ call: () => refused("invalid_token") });
	assert.equal((await client.fetch(api)).status, 401);
	assert.deepEqual([logins.length, tokens.length], [2, 2]);
});

test("A program whose key has ended gets the response of the API once, and then the reason", async () => {
	const { client, logins } = program({
		logIn: (number) =>
			number === 1 ? json(200, { id: "u", message: "", token: tokenOf(1) }) : refused("access_key_ended"),
		call: () => refused("session_ended"),
	});
	assert.equal((await client.fetch(api)).status, 401);
	await assert.rejects(client.fetch(api), { code: "access_key_ended" });
	assert.equal(logins.length, 3);
});

test("A refusal that no login can cure is passed on at once", async () => {
	for (const answer of [
		refused("insufficient_user_authentication"),
		json(403, { code: "insufficient_scope" }),
	]) {
		const { client, logins } = program({ call: () => answer });
		assert.equal((await client.fetch(api)).status, answer.status);
		assert.equal(logins.length, 1);
	}
});

const limited = (seconds: number) =>
	json(429, { code: "rate_limited", message: "wait" }, { "retry-after": String(seconds) });

test("A login that is limited waits as long as Retry-After says, and then succeeds", async () => {
	const { client, logins } = program({
		logIn: (number) =>
			number === 1 ? limited(1) : json(200, { id: "u", message: "", token: tokenOf(number) }),
	});
	const start = performance.now();
	assert.equal(await client.accessToken(), tokenOf(2));
	assert.ok(performance.now() - start >= 900);
	assert.equal(logins.length, 2);
});

test("A login that is limited for more than a minute is not waited for", async () => {
	const { client, logins } = program({ logIn: () => limited(61) });
	await assert.rejects(client.accessToken(), { code: "rate_limited", retryAfter: 61 });
	assert.equal(logins.length, 1);
});

test("A login that stays limited is tried three times", async () => {
	const { client, logins } = program({ logIn: () => limited(1) });
	await assert.rejects(client.fetch(api), { code: "rate_limited" });
	assert.equal(logins.length, 3);
});

test("A caller that gives up does not wait for a login that is limited", async () => {
	const { client } = program({ logIn: () => limited(30) });
	const caller = new AbortController();
	const waiting = client.fetch(api, { signal: caller.signal });
	setTimeout(() => caller.abort(), 50);
	await assert.rejects(waiting, { code: "aborted" });
});

test("A login that fails rejects with its reason, and the next call tries again", async () => {
	const { client, logins } = program({
		logIn: (number) =>
			number === 1
				? refused("access_key_expired")
				: json(200, { id: "u", message: "", token: tokenOf(number) }),
	});
	await assert.rejects(client.fetch(api), { code: "access_key_expired", status: 401 });
	assert.equal((await client.fetch(api)).status, 200);
	assert.equal(logins.length, 2);
});

test("The key is sent to the login only, and shown by nothing that prints the client or an error", async () => {
	const { client, logins, tokens } = program({ logIn: () => refused("invalid_credentials") });
	const error = await client.accessToken().catch((thrown: unknown) => thrown);
	await assert.rejects(client.fetch("https://elsewhere.example/").then(() => client.accessToken()));
	assert.deepEqual(tokens, [""], "another origin gets no token");
	assert.equal(logins.length, 2);
	const deep = { depth: 9, showHidden: true };
	for (const printed of [JSON.stringify(client), inspect(client, deep), inspect(error, deep)])
		assert.ok(!printed.includes(accessKey), printed);
});

test("A text that is no access key is never sent, and not repeated in the error", () => {
	for (const wrong of [`${accessKey}\n`, ` ${accessKey}`, accessKey.slice(1), "correct horse", ""])
		assert.throws(
			() => createProgramClient({ ...given, accessKey: wrong }),
			(error: Error) => error instanceof TypeError && (wrong === "" || !error.message.includes(wrong)),
		);
});

test("A key is not sent in the clear beyond this machine", () => {
	const baseUrl = "http://login.example";
	assert.throws(() => createProgramClient({ ...given, baseUrl }), TypeError);
	createProgramClient({ ...given, baseUrl, allowInsecureHttp: true });
});
