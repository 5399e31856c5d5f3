/** A guesser learns nothing from the work that is done, or from when the answer comes (ASVS 6.3.8). */
// Proves: response-time
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createArgon2 } from "../../src/identity/password/argon2.ts";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { eventually } from "../support/interleave.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const wrong = "not the password";

/** Of this password, with parameters of other times. */
async function hashOf(memory: number, passes: number): Promise<string> {
	return createArgon2({ memory, passes, parallelism: 1 }).hash(Buffer.from(ADMIN_PASSWORD));
}
const stored = {
	invited: null,
	"less-memory": await hashOf(64, 3),
	"fewer-passes": await hashOf(1024, 1),
	"much-cheaper": await hashOf(8, 1),
	"right-cheap-disabled": await hashOf(64, 1),
	foreign: "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
	garbage: "x",
};
const names = ["nobody", "known", "disabled", "right-disabled", "reset", ...Object.keys(stored)];

describe("a refused login", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_HASH_MEMORY: "1024", SALLYPORT_HASH_PASSES: "3" };
		service = await startTestService({ settings: { ...settings, SALLYPORT_ADDRESS_FAILURES: "100000" } });
		for (const name of ["known", "disabled", "right-disabled", "reset"]) await service.addUser(name);
		const users = usersOf(service);
		for (const [name, passwordHash] of Object.entries(stored))
			await users.add({ name, role: "user", passwordHash });
		for (const name of names.filter((each) => each.endsWith("disabled"))) await users.disable(name);
		await users.reset("reset");
	});
	after(() => service.stop());

	for (const more of [{}, { session: true }]) {
		it(`costs and looks the same for every name ${JSON.stringify(more)}`, async () => {
			const seen = [];
			for (const username of names) {
				const visitor = service.visitor();
				await visitor.get("/api/auth/csrf");
				const before = service.running.hasher.hashesDone();
				const password = username.startsWith("right") ? ADMIN_PASSWORD : wrong;
				const answer = await visitor.logIn(username, password, more);
				assertProblem(answer, "invalid_credentials");
				const { "x-request-id": id, date, ratelimit, ...headers } = Object.fromEntries(answer.headers);
				assert.match(ratelimit ?? "", /^"address";r=\d+;t=\d+$/);
				assert.ok(id !== undefined && date !== undefined);
				const bytes = answer.text.replace(id, "<id>");
				// Padding comes in blocks of four KiB, which is less than a percent.
				const hashed = Math.round((service.running.hasher.hashesDone() - before) * 100) / 100;
				seen.push({ headers, bytes, hashed });
			}
			assert.equal(seen[0]?.hashed, 1);
			for (const [index, each] of seen.entries()) assert.deepEqual(each, seen[0], names[index]);
		});
	}
});

describe("with a floor under refusals", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_REFUSAL_FLOOR: "5s" } });
		await service.addUser("ada");
	});
	after(() => service.stop());

	const onRecord = async () => {
		const events = service.running.deployment.opened.database.selectFrom("audit_events").select("event");
		return (await events.where("event", "like", "authn_%fail").execute()).length;
	};
	const ways: Array<[name: string, path: string, body: (password: string) => object]> = [
		["login", "/api/auth/login", (password) => ({ username: "ada", password })],
		["reauthentication", "/api/auth/reauthenticate", (password) => ({ password })],
		[
			"password change",
			"/api/auth/password",
			(currentPassword) => ({ currentPassword, newPassword: "five words nobody else has" }),
		],
	];
	for (const [name, path, body] of ways) {
		it(`a wrong password at ${name} is refused late, though it counts at once, and a right one is answered at once`, async () => {
			const browser = await service.loggedIn("ada");
			const recorded = await onRecord();
			const giveUp = new AbortController();
			let isAnswered = false;
			const refusal = fetch(`${service.baseUrl}${path}`, {
				method: "POST",
				headers: { ...cookieOf(browser), csrf: browser.csrf ?? "", "content-type": "application/json" },
				body: JSON.stringify(body(wrong)),
				signal: giveUp.signal,
			}).then(
				() => {
					isAnswered = true;
				},
				() => {},
			);
			await eventually(async () => (await onRecord()) === recorded + 1);
			assert.equal(
				(await browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD })).status,
				200,
			);
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
			assert.equal(isAnswered, false);
			giveUp.abort();
			await refusal;
		});
	}
});
