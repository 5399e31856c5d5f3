import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("with two-step login, a login", (database) => {
	let service: TestService;
	let user: Visitor;
	let app: Authenticator;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
		user = await service.loggedIn("ada");
		app = await enrol(service, user);
	});
	after(() => service.stop());

	it("without a code gets a challenge, and the right code turns it into a session", async () => {
		const visitor = service.visitor();
		const refused = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		assert.equal(refused.status, 401);
		assert.equal(refused.body?.code, "second_factor_required");
		assert.deepEqual(refused.body?.methods, ["totp", "recovery_code"]);
		// Not even one that the same answer takes back.
		assert.deepEqual(refused.headers.getSetCookie(), []);
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

	// Proves: factor-code-once
	it("takes a recovery code once, however it is written", async () => {
		const [code = ""] = app.recoveryCodes;
		const written = ` ${code.toLowerCase().replaceAll("-", " ")}`;
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: written })).status, 200);
		for (const again of [written, code])
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: again })).status, 401);
	});

	// Proves: factor-secrets
	it("takes no code of another user, and no stored hash as a recovery code", async () => {
		await service.addUser("ben");
		const other = await enrol(service, await service.loggedIn("ben"));
		const { id } = await service.addUser("cleo");
		await enrol(service, await service.loggedIn("cleo"));
		const { database } = service.running.deployment.opened;
		const own = database.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", id);
		const { code_hash: hash } = await own.where("place", "=", 5).executeTakeFirstOrThrow();
		const end = hash.replace(/.*[$]/, "").replace(/[^0-9A-Za-z]/g, "");
		const codes = [other.recoveryCodes[3], other.next(), `5${end.slice(0, 14)}`, hash];
		for (const [at, status] of [401, 401, 401, 400].entries()) {
			const visitor = service.visitor();
			const refused = await visitor.logIn("cleo", ADMIN_PASSWORD);
			const answer = await answerChallenge(visitor, refused, String(codes[at]));
			assert.equal(answer.status, status, answer.text);
			assert.equal(answer.body?.code, status === 400 ? "validation_failed" : "second_factor_invalid");
		}
		const refused = await service.visitor().logIn("cleo", ADMIN_PASSWORD, { code: other.recoveryCodes[3] });
		assert.equal(refused.body?.code, "invalid_credentials");
		const right = await service.visitor().logIn("ben", ADMIN_PASSWORD, { code: other.recoveryCodes[3] });
		assert.equal(right.status, 200);
	});

	// Proves: wrong-code-alike
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

	it("tells its user how often another client knew the password and failed at the second step", async () => {
		await service.addUser("dan");
		const phone = await enrol(service, await service.loggedIn("dan"));
		await service.visitor().logIn("dan", ADMIN_PASSWORD, { code: wrongCode(phone) });
		const attacker = service.visitor();
		const stopped = await attacker.logIn("dan", ADMIN_PASSWORD);
		for (let time = 0; time < 2; time++) await answerChallenge(attacker, stopped, wrongCode(phone));
		const visitor = service.visitor();
		await visitor.logIn("dan", ADMIN_PASSWORD, { session: true, code: phone.next() });
		const { lastLogin } = (await visitor.get("/api/auth/session")).body ?? {};
		assert.equal((lastLogin as { stoppedAtSecondFactor?: number } | undefined)?.stoppedAtSecondFactor, 3);
	});
});
