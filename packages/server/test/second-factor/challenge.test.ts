/** The challenge of a login is good for its second step, once, for five minutes, and for nothing else. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { administrationOf, tokenOf } from "../support/administration.ts";
import { type Authenticator, answerChallenge, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";

describe("the challenge between the two steps", () => {
	let service: TestService;
	let owner: Visitor;
	let app: Authenticator;
	let users = 0;
	let name = "";
	let visitor: Visitor;
	let refused: Answer;
	let challenge: string;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_ADDRESS_FAILURES: "100000" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	/** A visitor who has typed the right password of a new user. */
	async function halfLoggedIn(session = true): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		owner = await service.loggedIn(name);
		app = await enrol(service, owner);
		visitor = service.visitor();
		refused = await visitor.logIn(name, ADMIN_PASSWORD, { session });
		assertProblem(refused, "second_factor_required");
		challenge = String(refused.body?.challenge);
	}

	const answer = (code = app.next()) => answerChallenge(visitor, refused, code);

	// Proves: challenge-opens-nothing
	it("is taken by no other operation, as a bearer, cookie, CSRF token, setup link, offer or challenge", async () => {
		await halfLoggedIn();
		const { paths } = (await visitor.get("/openapi.json")).body as { paths: Record<string, object> };
		const body = { challenge, token: challenge, offer: challenge, code: app.code(), password: newPassword };
		for (const [path, item] of Object.entries(paths)) {
			for (const method of Object.keys(item).map((each) => each.toUpperCase())) {
				if (path === "/api/auth/login/second-factor" || path === "/api/auth/logout") continue;
				const send = (headers: Record<string, string>) =>
					service.visitor().request(method, path.replace(/\{\w+\}/, "x"), {
						...(method === "GET" ? {} : { body }),
						headers: { "content-type": "application/json", ...headers },
					});
				for (const headers of [
					{ authorization: `Bearer ${challenge}` },
					{ cookie: `sallyport-sid=${challenge}`, csrf: visitor.csrf ?? "" },
					{ cookie: `sallyport-pre=${challenge}; sallyport-device=${challenge}`, csrf: challenge },
				] as Array<Record<string, string>>) {
					const { status, text } = await send(headers);
					const isOpen = (await service.visitor().request(method, path.replace(/\{\w+\}/, "x"))).status < 300;
					assert.ok(isOpen || status >= 400, `${method} ${path}: ${status} ${text}`);
				}
			}
		}
		assert.equal((await answer()).status, 200);
	});

	it("is not good for a reauthentication, nor one of a reauthentication for a login", async () => {
		await halfLoggedIn();
		const other = await owner.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assertProblem(other, "second_factor_required");
		const swapped = { challenge: other.body?.challenge, code: app.next() };
		assertProblem(await visitor.post("/api/auth/login/second-factor", swapped), "challenge_invalid");
		const here = { challenge, code: app.next() };
		assertProblem(await owner.post("/api/auth/reauthenticate", here), "challenge_invalid");
	});

	it("is refused with each of its characters changed, and cut short", async () => {
		await halfLoggedIn();
		for (let at = 0; at < challenge.length; at += 7) {
			const bent = `${challenge.slice(0, at)}${challenge[at] === "A" ? "B" : "A"}${challenge.slice(at + 1)}`;
			const body = { challenge: bent, code: app.code() };
			assertProblem(await visitor.post("/api/auth/login/second-factor", body), "challenge_invalid");
		}
		const short = { challenge: challenge.slice(0, 20), code: app.code() };
		assertProblem(await visitor.post("/api/auth/login/second-factor", short), "challenge_invalid");
	});

	it("is refused after five minutes", async () => {
		await halfLoggedIn();
		service.travel(5 * 60_000);
		assertProblem(await answer(), "challenge_invalid");
	});

	it("is refused on another page", async () => {
		await halfLoggedIn();
		assertProblem(await answerChallenge(service.visitor(), refused, app.next()), "challenge_invalid");
		assertProblem(await answerChallenge(owner, refused, app.next()), "challenge_invalid");
	});

	for (const [change, act] of Object.entries({
		"a new password": async () => {
			const body = { currentPassword: ADMIN_PASSWORD, newPassword };
			assert.equal((await owner.post("/api/auth/password", body)).status, 200);
		},
		"a reset": () => administrationOf(service).reset(name),
		"a disabled user": () => administrationOf(service).disable(name),
		"a disabled user who was enabled again after a reset": async () => {
			await administrationOf(service).reset(name);
			await administrationOf(service).enable(name);
		},
		"another factor": () => enrol(service, owner),
		"new switches": async () => {
			for (const on of [false, true])
				assert.equal((await owner.send("PUT", "/api/auth/second-factor", { on })).status, 200);
		},
		"a removed user": () => administrationOf(service).remove(name),
	})) {
		it(`is refused after ${change}`, async () => {
			await halfLoggedIn();
			await act();
			assertProblem(await answer(), "challenge_invalid");
		});
	}

	it("asks for the same kind of credential as the first step", async () => {
		await halfLoggedIn(false);
		const answered = await answer();
		assert.deepEqual(Object.keys(answered.body ?? {}), ["id", "message", "token"]);
		assert.equal(visitor.cookies.get("sallyport-sid"), undefined);
	});

	// Proves: reset-keeps-factors
	it("follows a setup link, which sets the password and logs no one in", async () => {
		await halfLoggedIn();
		const { setupLink } = await administrationOf(service).reset(name);
		const guest = service.visitor();
		const set = await guest.post("/api/auth/setup", { token: tokenOf(setupLink), password: newPassword });
		assertProblem(set, "second_factor_required");
		assert.equal(guest.cookies.get("sallyport-sid"), undefined);
		assert.equal((await answerChallenge(guest, set, app.next())).status, 200);
		assert.equal((await guest.get("/api/auth/session")).body?.username, name);
	});

	// Proves: second-step-counted
	it("keeps the attempt counted until the second step has succeeded", async () => {
		const settings = { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "3" };
		await using stack = new AsyncDisposableStack();
		const strict = await startTestService({ settings });
		stack.defer(() => strict.stop());
		await strict.addUser("ada");
		const own = await strict.loggedIn("ada");
		const phone = await enrol(strict, own);
		for (let login = 0; login < 6; login++) {
			const guest = strict.visitor();
			const first = await guest.logIn("ada", ADMIN_PASSWORD);
			assert.equal((await answerChallenge(guest, first, phone.next())).status, 200, `login ${login}`);
		}
		for (let login = 0; login < 3; login++)
			assertProblem(await strict.visitor().logIn("ada", ADMIN_PASSWORD), "second_factor_required");
		assertProblem(await strict.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
	});
});
