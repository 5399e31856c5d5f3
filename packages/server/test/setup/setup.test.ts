// Proves: password-operations
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

const minute = 60_000;
const hour = 60 * minute;
const password = "five words nobody else has";

forEachDatabase("a setup link", (database) => {
	let service: TestService;
	let users = 0;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	async function invite(): Promise<{ name: string; token: string }> {
		users += 1;
		const name = `user${users}`;
		const { setupLink } = await usersOf(service).add({ name, role: "user", passwordHash: null });
		return { name, token: tokenOf(setupLink) };
	}
	const use = (token: string, chosen = password) =>
		service.visitor().post("/api/auth/setup", { token, password: chosen });
	const check = (token: string) => service.visitor().post("/api/auth/setup/check", { token });
	const logIn = (name: string, typed: string) => service.visitor().logIn(name, typed);

	it("of a new service makes its first admin, who is logged in with it", async () => {
		const link = new URL(service.running.setupLink ?? "");
		assert.equal(`${link.origin}${link.pathname}${link.search}`, `${service.baseUrl}/setup`);
		const browser = service.visitor();
		assert.equal((await browser.get("/setup")).status, 200);
		const answer = await browser.post("/api/auth/setup", { token: tokenOf(link.href), password });
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "csrf", "expiresAt"]);
		const { body } = await browser.get("/api/auth/session");
		assert.deepEqual([body?.username, body?.role], ["admin", "admin"]);
		assert.notEqual(await service.copiedCsrf(browser), "");
		assert.equal((await logIn("admin", password)).status, 200);
	});

	it("works once", async () => {
		const { name, token } = await invite();
		assert.equal((await use(token)).status, 200);
		assertProblem(await use(token, "another five words of mine"), "setup_link_used");
		assertProblem(await logIn(name, "another five words of mine"), "invalid_credentials");
	});

	it("works once when it is used eight times at once, and the winner's password holds", async () => {
		const { name, token } = await invite();
		const chosen = Array.from({ length: 8 }, (_, number) => `${password}, number ${number}`);
		const answers = await Promise.all(chosen.map((each) => use(token, each)));
		const winners = chosen.filter((_, index) => answers[index]?.status === 200);
		assert.equal(winners.length, 1);
		for (const answer of answers) if (answer.status !== 200) assertProblem(answer, "setup_link_used");
		for (const each of chosen) {
			assert.equal((await logIn(name, each)).status, winners.includes(each) ? 200 : 401);
		}
	});

	it("is checked as often as one likes, and not used up", async () => {
		const { token } = await invite();
		// More often than an address may fail.
		for (let time = 1; time <= 25; time++) {
			const answer = await check(token);
			assert.deepEqual([answer.status, answer.text], [204, ""]);
		}
		assert.equal((await use(token)).status, 200);
		assertProblem(await check(token), "setup_link_used");
	});

	it("that no longer works gets the same error from the check as from its use", async () => {
		const [expired, used, disabled] = [await invite(), await invite(), await invite()];
		service.travel(24 * hour);
		const replaced = await invite();
		await usersOf(service).reset(replaced.name);
		await usersOf(service).disable(disabled.name);
		const { setupLink } = await usersOf(service).reset(used.name);
		await use(tokenOf(setupLink));
		const said = async (answer: Promise<Answer>) => {
			const { status, body } = await answer;
			return { status, ...body, requestId: null };
		};
		const unknown = await said(use("x".repeat(43)));
		for (const token of ["x".repeat(43), expired.token, replaced.token, disabled.token])
			assert.deepEqual(await said(check(token)), unknown);
		assert.deepEqual(await said(check(tokenOf(setupLink))), await said(use(tokenOf(setupLink))));
	});

	it("works for a day", async () => {
		const [early, late] = [await invite(), await invite()];
		service.travel(24 * hour - minute);
		assert.equal((await use(early.token)).status, 200);
		service.travel(minute);
		assertProblem(await use(late.token), "not_found");
	});

	it("gives way to the next one", async () => {
		const { name, token } = await invite();
		const { setupLink } = await usersOf(service).reset(name);
		assertProblem(await use(token), "not_found");
		assert.equal((await use(tokenOf(setupLink))).status, 200);
	});

	it("of a disabled or deleted user does not work", async () => {
		const [disabled, deleted] = [await invite(), await invite()];
		await usersOf(service).disable(disabled.name);
		await usersOf(service).remove(deleted.name);
		for (const { token } of [disabled, deleted]) assertProblem(await use(token), "not_found");
	});

	// Proves: session-end
	it("ends, in a reset, the sessions from before and the wait that guessing has caused", async () => {
		const { name, token } = await invite();
		await use(token);
		const browser = await service.loggedIn(name, password);
		const { setupLink } = await usersOf(service).reset(name);
		for (let guess = 1; guess <= 11; guess++) await logIn(name, "not the password");
		assertProblem(await logIn(name, password), "rate_limited");
		assert.equal((await use(tokenOf(setupLink), "another five words of mine")).status, 200);
		assertProblem(await browser.get("/api/auth/session"), "session_ended");
		assertProblem(await logIn(name, password), "invalid_credentials");
		assert.equal((await logIn(name, "another five words of mine")).status, 200);
	});

	// Proves: session-end
	it("ends a session of the same browser, whichever user it belongs to", async () => {
		const { name, token } = await invite();
		await use(token);
		const browser = await service.loggedIn(name, password);
		const invited = await invite();
		const answer = await browser.post("/api/auth/setup", { token: invited.token, password });
		assert.equal(answer.status, 200);
		assert.equal((await browser.get("/api/auth/session")).body?.username, invited.name);
		await ownSession(browser);
	});

	describe("asks for", () => {
		it("a CSRF token", async () => {
			const { token } = await invite();
			const answer = await service.visitor().post("/api/auth/setup", { token, password }, { csrf: "" });
			assertProblem(answer, "csrf_missing");
			const checked = await service.visitor().post("/api/auth/setup/check", { token }, { csrf: "" });
			assertProblem(checked, "csrf_missing");
			assert.equal((await use(token)).status, 200);
		});

		for (const token of ["x", "x".repeat(43), "' or 1=1 --", "x".repeat(128)]) {
			it(`a token that is not ${token.slice(0, 12)}`, async () =>
				assertProblem(await use(token), "not_found"));
		}

		for (const extra of ["id", "userId", "username", "role", "sub"]) {
			it(`nothing else, such as ${extra}`, async () => {
				const { token } = await invite();
				const answer = await service.visitor().post("/api/auth/setup", { token, password, [extra]: "admin" });
				assertProblem(answer, "unknown_field");
			});
		}
	});

	it("is the only way in for an invited user", async () => {
		const { name } = await invite();
		for (const typed of [password, " ", "null", name]) {
			assertProblem(await logIn(name, typed), "invalid_credentials");
		}
	});
});

// Proves: single-factor
describe("the password rules", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("margarethe");
	});
	after(() => service.stop());

	const rules: Array<[password: string, reason: string | null]> = [
		["fourteen chars", "too_short"],
		["🎈🌵🧲🦀🍉🪁🎻🦉🌋🧭🛶🥥🐝🪐", "too_short"],
		["", "too_short"],
		["passwordpassword1", "blocked"],
		["qwertyuiopasdfghjkl", "blocked"],
		["aaaaaaaaaaaaaaaaaaaa", "blocked"],
		["margarethemargarethe", "blocked"],
		["sallyportsallyport", "blocked"],
		["x9".repeat(200), "too_long"],
		["plumb vexing otter waltz", null],
		["🎈🌵🧲🦀🍉🪁🎻🦉🌋🧭🛶🥥🐝🪐🍋", null],
		["zkwqjxvhtrbnmpl", null],
	];
	for (const [chosen, reason] of rules) {
		it(`${chosen.slice(0, 30)}: ${reason ?? "accepted"}`, async () => {
			const { setupLink } = await usersOf(service).reset("margarethe");
			const visitor = service.visitor();
			const answer = await visitor.post("/api/auth/setup", { token: tokenOf(setupLink), password: chosen });
			if (reason === null) {
				assert.equal(answer.status, 200, answer.text);
				assert.equal((await service.visitor().logIn("margarethe", chosen)).status, 200);
				return;
			}
			assertProblem(answer, "password_rejected");
			assert.ok(
				errorsOf(answer).some(({ pointer, code }) => pointer === "/password" && code === reason),
				answer.text,
			);
			assert.ok(chosen === "" || !answer.text.includes(chosen));
			// The link is still good for a better one.
			const again = await visitor.post("/api/auth/setup", { token: tokenOf(setupLink), password });
			assert.equal(again.status, 200);
		});
	}

	it("are those of a password change too", async () => {
		const { setupLink } = await usersOf(service).reset("margarethe");
		const browser = service.visitor();
		await browser.post("/api/auth/setup", { token: tokenOf(setupLink), password: ADMIN_PASSWORD });
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: "passwordpassword1" };
		const answer = await browser.post("/api/auth/password", change);
		assertProblem(answer, "password_rejected");
		const [first] = errorsOf(answer);
		assert.deepEqual([first?.pointer, first?.code], ["/newPassword", "blocked"]);
	});
});
