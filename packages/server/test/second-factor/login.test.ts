import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("with two-step login, a login", (database) => {
	let service: TestService;
	let owner: Visitor;
	let app: Authenticator;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
		owner = await service.loggedIn("ada");
		app = await enrol(service, owner);
	});
	after(() => service.stop());

	it("without a code gets a challenge, and the right code turns it into a session", async () => {
		const visitor = service.visitor();
		const refused = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		assert.equal(refused.status, 401);
		assert.equal(refused.body?.code, "second_factor_required");
		assert.deepEqual(refused.body?.methods, ["totp", "recovery_code"]);
		assert.ok(!visitor.cookies.has("sallyport-sid"));
		const answer = await answerChallenge(visitor, refused, app.next());
		assert.equal(answer.status, 200, answer.text);
		const { body } = await visitor.get("/api/auth/session");
		const { acr, amr } = (body?.session ?? {}) as Record<string, unknown>;
		assert.deepEqual({ acr, amr }, { acr: "aal2", amr: ["pwd", "otp", "mfa"] });
	});

	it("takes one request with the code, as from curl", async () => {
		const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: app.next() });
		assert.equal(answer.status, 200, answer.text);
		const claims = decodeJwt(String(answer.body?.token));
		assert.deepEqual([claims.acr, claims.amr], ["aal2", ["pwd", "otp", "mfa"]]);
	});

	it("takes a recovery code once, however it is written", async () => {
		const [code = ""] = app.recoveryCodes;
		const written = ` ${code.toLowerCase().replaceAll("-", " ")}`;
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: written })).status, 200);
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: written })).status, 401);
	});

	// Proves: wrong-code-alike
	it("with a wrong code is answered as with a wrong password", async () => {
		const wrong = await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: wrongCode(app) });
		const guessed = await service.visitor().logIn("ada", "a wrong password of ada", { code: wrongCode(app) });
		const { requestId: _one, ...body } = wrong.body ?? {};
		const { requestId: _other, ...other } = guessed.body ?? {};
		assert.equal(wrong.status, 401);
		assert.deepEqual(body, other);
	});

	it("uses a code once, and none before it", async () => {
		const [before, code] = [app.next(), app.next()];
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code })).status, 200);
		for (const used of [code, before]) {
			const visitor = service.visitor();
			const refused = await visitor.logIn("ada", ADMIN_PASSWORD);
			assert.equal((await answerChallenge(visitor, refused, used)).body?.code, "second_factor_invalid");
		}
		const replayed = (await rowsOf(service, "authn_factor_fail")).filter(
			({ detail }) => detail.reason === "replayed",
		);
		assert.deepEqual(
			replayed.map(({ level, detail }) => [level, detail.steps]),
			[
				["warn", 0],
				["warn", 1],
			],
		);
	});

	it("for a token leaves the session alone whose cookie came along", async () => {
		const visitor = service.visitor();
		const beside = await answerChallenge(
			visitor,
			await visitor.logIn("ada", ADMIN_PASSWORD, { session: true }),
			app.next(),
		);
		assert.equal(beside.status, 200, beside.text);
		const token = await answerChallenge(visitor, await visitor.logIn("ada", ADMIN_PASSWORD), app.next());
		assert.ok(token.body?.token);
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
	});

	it("uses a challenge once", async () => {
		const visitor = service.visitor();
		const refused = await visitor.logIn("ada", ADMIN_PASSWORD);
		const csrf = visitor.csrf ?? "";
		assert.equal((await answerChallenge(visitor, refused, app.next())).status, 200);
		const again = { challenge: refused.body?.challenge, code: app.next() };
		const answer = await visitor.post("/api/auth/login/second-factor", again, { csrf });
		assert.equal(answer.body?.code, "challenge_invalid");
	});
});
