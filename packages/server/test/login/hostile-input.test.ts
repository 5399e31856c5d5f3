/** Whatever comes in: a refusal that says why, never a 500, never a crash. A failure prints the seed that repeats it. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import fc from "fast-check";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem, assertSafeHeaders } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

let service: TestService;
before(async () => {
	// What comes in here is not about guessing.
	const settings = { SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_ADDRESS_FAILURES: "1000000" };
	const limits = { SALLYPORT_CONSECUTIVE_FAILURES: "10000", SALLYPORT_HEADER_TIMEOUT: "1s" };
	service = await startTestService({ settings: { ...cheap, ...settings, ...limits } });
	await service.addUser("ada");
	// A body may happen to hold the right password and a good new one.
	await service.addUser("bob");
});
after(() => service.stop());
async function assertUnharmed(): Promise<void> {
	assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
	assert.deepEqual(
		service.logged.filter((line) => "err" in line),
		[],
	);
}

function assertSane(answer: Answer): void {
	assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
	assertSafeHeaders(answer);
	if (answer.status >= 400) assertProblem(answer, answer.body?.code as Parameters<typeof assertProblem>[1]);
}

/** Any character. Not the unit "binary" and no `webPath`: they make a table of all first, which takes longer than the requests. */
const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code));

const strange = fc.oneof(
	fc.string({ unit: anyCharacter, maxLength: 40 }),
	fc.constantFrom("ada", ADMIN_PASSWORD, "", " ", "\u0000", "\ud800", "ß".repeat(600), "ａｄａ", "ada\u200b"),
	fc.string({ minLength: 250, maxLength: 300 }),
	fc.boolean(),
	fc.double(),
	fc.constant(null),
	fc.array(fc.string(), { maxLength: 2 }),
	fc.jsonValue({ maxDepth: 6 }),
);

/** Bodies of the schema and near it: members missing, of other types, too many, and text that is broken somewhere. */
function bodyNear(...members: string[]): fc.Arbitrary<string> {
	const record = fc.record(Object.fromEntries(members.map((name) => [name, strange])), { requiredKeys: [] });
	const extra = fc.dictionary(
		fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "id")),
		strange,
		{
			maxKeys: 2,
		},
	);
	const whole = fc.tuple(record, fc.option(extra)).map(([own, more]) => JSON.stringify({ ...more, ...own }));
	const broken = fc
		.tuple(whole, fc.nat(), fc.constantFrom("", "{", "}", '"', "\\", ",", "\u0000", "\u{feff}", "1e999"))
		.map(([text, at, by]) => {
			const index = at % (text.length + 1);
			return text.slice(0, index) + by + text.slice(index + 1);
		});
	return fc.oneof({ weight: 3, arbitrary: whole }, broken);
}

describe("a request with any body", () => {
	afterEach(assertUnharmed);

	const operations: Array<[path: string, members: string[]]> = [
		["/api/auth/login", ["username", "password", "session"]],
		["/api/auth/setup", ["token", "password"]],
		["/api/auth/setup/check", ["token"]],
		["/api/auth/reauthenticate", ["password"]],
		["/api/auth/password", ["currentPassword", "newPassword"]],
	];
	for (const [path, members] of operations) {
		it(`to ${path} gets a well-formed answer`, async () => {
			const bearer = bearerOf(await service.visitor().logIn("bob", ADMIN_PASSWORD));
			const visitor = service.visitor();
			const property = fc.asyncProperty(bodyNear(...members), async (body) => {
				const headers = /login|setup/.test(path) ? {} : bearer;
				const answer = await visitor.post(path, body, headers);
				assertSane(answer);
				if (answer.status === 400 && answer.body?.code !== "malformed_json") JSON.parse(body);
			});
			await fc.assert(property, { numRuns: 100 });
		});
	}
});

describe("a request", () => {
	afterEach(assertUnharmed);

	const ofLine = fc
		.string({
			unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
			maxLength: 60,
		})
		.filter((text) => text.trim() === text);
	const names = [
		"Cookie",
		"Authorization",
		"csrf",
		"Origin",
		"Sec-Fetch-Site",
		"Accept",
		"Content-Type",
		"Content-Encoding",
		"Content-Length",
		"Transfer-Encoding",
		"Host",
		"X-Forwarded-For",
		"Forwarded",
		"Connection",
		"Expect",
		"If-None-Match",
		"Range",
		"User-Agent",
	];
	const start = fc.constantFrom("Bearer ", "sallyport-sid=", "sallyport-pre=", "c1.", "application/json", "");
	const header = fc
		.tuple(fc.constantFrom(...names), start, ofLine)
		.map(([name, first, rest]) => `${name}: ${first}${rest}`);
	/** As addresses write any character but half a pair. */
	const unit = anyCharacter.filter((each) => each.isWellFormed()).map(encodeURIComponent);
	const path = fc.oneof(
		fc.constantFrom(
			"/",
			"/account",
			"/api/auth/session",
			"/api/auth/csrf",
			"/api/auth/logout",
			"/assets/x",
			"*",
		),
		fc.array(fc.string({ unit })).map((segments) => `/${segments.join("/")}`),
		fc.string({
			unit: fc.constantFrom("/", ".", "%", "2", "f", ";", "?", "#", "\\", "a", "é", ":", "@"),
			minLength: 1,
		}),
	);
	const method = fc.constantFrom("GET", "POST", "DELETE", "OPTIONS", "PUT");

	it("with any headers and any address gets a well-formed answer or none", async () => {
		const request = fc
			.tuple(method, path, fc.array(header, { maxLength: 4 }))
			.map(([verb, where, lines]) => rawRequest([`${verb} ${where} HTTP/1.1`, "Host: localhost", ...lines]));
		const property = fc.asyncProperty(request, async (text) => {
			const answer = await sendRaw(service.port, Buffer.from(text, "latin1"), true);
			// Closed without a word: it was no whole request.
			if (answer.status !== 0) assertSane(answer);
		});
		await fc.assert(property, { numRuns: 200 });
	});

	it("with a changed cookie or a changed bearer shows no session", async () => {
		const { cookies } = await service.loggedIn("ada");
		const cookie = `sallyport-sid=${cookies.get("sallyport-sid")}`;
		const { authorization } = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const changed = (text: string, from: number) =>
			fc
				.tuple(
					fc.integer({ min: from, max: text.length - 2 }),
					fc.constantFrom("A", "z", "-", "_", "0", ".", ""),
				)
				.map(([at, by]) => text.slice(0, at) + by + text.slice(at + 1))
				.filter((each) => each !== text);
		const credential = fc.oneof(
			changed(cookie, cookie.indexOf("=") + 1).map((value) => ({ cookie: value })),
			// Not the last character, some bits of which mean nothing.
			changed(authorization, 7).map((value) => ({ authorization: value })),
		);
		const property = fc.asyncProperty(credential, async (headers) => {
			const answer = await service.visitor().request("GET", "/api/auth/session", { headers });
			assert.equal(answer.status, 401);
			assertSane(answer);
		});
		await fc.assert(property, { numRuns: 100 });
	});
});

describe("a connection", () => {
	afterEach(assertUnharmed);

	it("that sends any bytes gets a well-formed answer or none", async () => {
		const good = rawRequest(["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Length: 2"], "{}");
		const mutated = fc
			.array(fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 })
			.map((changes) => {
				const bytes = Buffer.from(good);
				for (const [at, by] of changes) bytes[at] = by;
				return bytes;
			});
		const bytes = fc.oneof(
			fc.uint8Array({ minLength: 1, maxLength: 200 }).map((each) => Buffer.from(each)),
			mutated,
			fc.nat({ max: good.length }).map((length) => Buffer.from(good.slice(0, length + 1))),
		);
		const property = fc.asyncProperty(bytes, async (each) => {
			const answer = await sendRaw(service.port, each, true);
			if (answer.status !== 0) assertSane(answer);
		});
		await fc.assert(property, { numRuns: 200 });
	});
});
