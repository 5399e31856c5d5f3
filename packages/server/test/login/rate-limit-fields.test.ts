/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10): what a client learns about its own tries, and about no others. */
// Proves: rate-limit-fields
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { parseList } from "../support/structured-fields.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const second = 1000;
const wrong = "not the password";

let service: TestService;
let visitors = 0;
let users = 0;
before(async () => {
	const settings = {
		...cheap,
		SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
		SALLYPORT_ADDRESS_FAILURES: "20",
		SALLYPORT_CSRF_FAILURES: "100",
	};
	service = await startTestService({ settings });
});
after(() => service.stop());

/** One that is not in use yet. */
function newAddress(): string {
	visitors += 1;
	return `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`;
}
function visitor(address = newAddress()): Visitor {
	return service.visitor({ "x-forwarded-for": address });
}
async function newUser(): Promise<string> {
	users += 1;
	await service.addUser(`user${users}`);
	return `user${users}`;
}
/** A name that was never tried before, and that no user has. */
function nobody(): string {
	users += 1;
	return `unknown${users}`;
}

interface Told {
	policy: string;
	quota: number;
	window: number;
	remaining: number;
	reset: number;
}

/** The fields as a client reads them; fails unless there is one policy, and the standing in it. */
function told({ headers }: Answer): Told {
	const [policy, ...policies] = parseList(headers.get("ratelimit-policy"));
	const [standing, ...standings] = parseList(headers.get("ratelimit"));
	assert.deepEqual([policies, standings], [[], []]);
	assert.ok(policy !== undefined && standing !== undefined);
	assert.equal(standing.value, policy.value);
	const { q: quota = -1, w: window = -1, ...unknown } = policy.parameters;
	const { r: remaining = -1, t: reset = -1, ...more } = standing.parameters;
	assert.deepEqual([unknown, more], [{}, {}]);
	assert.ok(remaining >= 0 && remaining <= quota, `${remaining} of ${quota}`);
	return { policy: policy.value, quota, window, remaining, reset };
}

/** `reset` is in seconds, and some of them may have passed. */
function assertTold(answer: Answer, expected: Told): void {
	const { reset, ...rest } = told(answer);
	const { reset: most, ...others } = expected;
	assert.deepEqual(rest, others);
	assert.ok(reset <= most && reset >= most - 10, `${reset} instead of ${most}`);
}

const byAddress = (remaining: number, reset = 900): Told => ({
	policy: "address",
	quota: 20,
	window: 900,
	remaining,
	reset,
});
const byClient = (remaining: number, reset = 900): Told => ({
	policy: "client",
	quota: 10,
	window: 900,
	remaining,
	reset,
});

describe("the RateLimit fields of a login", () => {
	it("count down with each failure, stay the same at a success, and say when to come back", async () => {
		const name = await newUser();
		const address = newAddress();
		const from = visitor(address);
		for (let left = 19; left >= 10; left--) {
			const answer = await from.logIn(nobody(), wrong);
			assertProblem(answer, "invalid_credentials");
			assertTold(answer, byAddress(left));
		}
		const answer = await visitor(address).logIn(name, ADMIN_PASSWORD);
		assert.equal(answer.status, 200);
		assertTold(answer, byAddress(10));
		for (let left = 9; left >= 1; left--) assertTold(await from.logIn(nobody(), wrong), byAddress(left));
		const last = await from.logIn(nobody(), wrong);
		assertProblem(last, "invalid_credentials");
		assertTold(last, byAddress(0, 30));
		const refused = await from.logIn(nobody(), wrong);
		assertProblem(refused, "rate_limited");
		assertTold(refused, byAddress(0, 30));
		assert.equal(told(refused).reset, Number(refused.headers.get("retry-after")));
	});

	it("begin again when the window is over", async () => {
		const from = visitor();
		await from.logIn(nobody(), wrong);
		service.travel(300 * second);
		assertTold(await from.logIn(nobody(), wrong), byAddress(18, 600));
		service.travel(600 * second);
		assertTold(await from.logIn(nobody(), wrong), byAddress(19));
	});

	it("say the same for any name, however often others have failed there", async () => {
		const tried = await newUser();
		for (let guess = 1; guess <= 9; guess++) await visitor().logIn(tried, wrong);
		for (const name of [tried, await newUser(), nobody()]) {
			const answer = await visitor().logIn(name, wrong);
			assertProblem(answer, "invalid_credentials");
			assertTold(answer, byAddress(19));
		}
	});

	it("say the same when a name is closed to unknown devices, existing or not", async () => {
		for (const name of [await newUser(), nobody()]) {
			for (let guess = 1; guess <= 10; guess++) await visitor().logIn(name, wrong);
			const from = visitor();
			for (const password of [wrong, ADMIN_PASSWORD]) {
				const answer = await from.logIn(name, password);
				assertProblem(answer, "rate_limited");
				assertTold(answer, byAddress(20));
			}
			assertTold(await from.logIn(nobody(), wrong), byAddress(19));
		}
	});

	it("are those of the device where it is known", async () => {
		const name = await newUser();
		const browser = visitor();
		assertTold(await browser.logIn(name, ADMIN_PASSWORD), byAddress(20));
		assertTold(await browser.logIn(name, wrong), byClient(9));
		assertTold(await browser.logIn(name, ADMIN_PASSWORD), byClient(9));
		assertTold(await browser.logIn(nobody(), wrong), byAddress(19));
	});
});

describe("the RateLimit fields", () => {
	const newPassword = "five words nobody else has";
	for (const kind of ["cookie", "token"] as const) {
		it(`of a ${kind} session are in the answers to its reauthentication and password change`, async () => {
			const name = await newUser();
			const browser = visitor();
			const login = await browser.logIn(name, ADMIN_PASSWORD, { session: kind === "cookie" });
			const headers = kind === "cookie" ? {} : bearerOf(login);
			const reauthenticate = (password: string) =>
				browser.post("/api/auth/reauthenticate", { password }, headers);
			const change = (currentPassword: string) =>
				browser.post("/api/auth/password", { currentPassword, newPassword }, headers);

			for (let left = 9; left >= 1; left -= 2) {
				const failed = await reauthenticate(wrong);
				assertProblem(failed, "invalid_credentials");
				assertTold(failed, byClient(left));
				const right = await reauthenticate(ADMIN_PASSWORD);
				assert.equal(right.status, 200);
				assertTold(right, byClient(left));
				const again = await change(wrong);
				assertProblem(again, "invalid_credentials");
				assertTold(again, byClient(left - 1, left === 1 ? 30 : 900));
			}
			for (const each of [reauthenticate, change]) {
				const refused = await each(ADMIN_PASSWORD);
				assertProblem(refused, "rate_limited");
				assertTold(refused, byClient(0, 30));
			}
			service.travel(30 * second);
			const changed = await change(ADMIN_PASSWORD);
			assert.equal(changed.status, 200);
			assert.equal(told(changed).policy, "client");
		});
	}

	it("are in the answers of a setup link", async () => {
		const name = nobody();
		const { setupLink } = await usersOf(service).add({ name, role: "user", passwordHash: null });
		const from = visitor();
		const use = (token: string) => from.post("/api/auth/setup", { token, password: newPassword });
		for (let left = 19; left >= 1; left--) {
			const token = "x".repeat(43);
			const answer = await (left % 2 ? use(token) : from.post("/api/auth/setup/check", { token }));
			assertProblem(answer, "not_found");
			assertTold(answer, byAddress(left));
		}
		const right = await use(tokenOf(setupLink));
		assert.equal(right.status, 200);
		assertTold(right, byAddress(1));
		from.csrf = null;
		assertTold(await use("x".repeat(43)), byAddress(0, 30));
		const refused = await use(tokenOf(setupLink));
		assertProblem(refused, "rate_limited");
		assertTold(refused, byAddress(0, 30));
	});

	it("are in no answer before a password is required", async () => {
		const from = visitor();
		const answers = [
			await from.get("/api/auth/csrf"),
			await from.get("/login"),
			await from.get("/api/auth/session"),
			await from.post("/api/auth/login", { username: "ada", password: wrong }, { csrf: "" }),
			await from.post("/api/auth/login", { username: "ada" }),
			await from.post("/api/auth/logout"),
		];
		for (const { headers } of answers)
			for (const name of ["ratelimit", "ratelimit-policy"]) assert.equal(headers.get(name), null);
	});
});
