import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, logInWithPasskey, turnOn } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("a passkey", (database) => {
	let service: TestService;
	let origin: string;
	let made = 0;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		origin = new URL(service.baseUrl).origin;
	});
	after(() => service.stop());

	/** A user with a session just begun. */
	async function newUser(): Promise<{ name: string; user: Visitor }> {
		made += 1;
		const name = `user${made}`;
		await service.addUser(name);
		return { name, user: await service.loggedIn(name) };
	}

	for (const [algorithm, number] of Object.entries({ ES256: -7, Ed25519: -8, RS256: -257 })) {
		// Proves: passkey-alone
		it(`of ${algorithm} logs in by itself, with a token that says so`, async () => {
			const { user } = await newUser();
			const passkey = await addPasskey(user, { origin, algorithm: number });
			const answer = await logInWithPasskey(service.visitor(), passkey);
			assert.equal(answer.status, 200, answer.text);
			const { acr, amr } = decodeJwt(String(answer.body?.token));
			assert.deepEqual({ acr, amr }, { acr: "phr", amr: ["pop", "user", "mfa"] });
		});
	}

	it("logs in with a cookie too, and makes the device a known one", async () => {
		const { user, name } = await newUser();
		const passkey = await addPasskey(user, { origin });
		const visitor = service.visitor();
		const answer = await logInWithPasskey(visitor, passkey, { session: true });
		assert.equal(answer.status, 200, answer.text);
		assert.ok(visitor.cookies.has("sallyport-device"));
		assert.equal((await visitor.get("/api/auth/session")).body?.username, name);
	});

	it("does not make the password need a second step", async () => {
		const { user, name } = await newUser();
		await addPasskey(user, { origin });
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
	});

	it("comes with recovery codes before two-step login is on, and they are good once it is", async () => {
		const { user, name } = await newUser();
		assertProblem(await user.post("/api/auth/recovery-codes"), "factor_missing");
		await addPasskey(user, { origin });
		const made = await user.post("/api/auth/recovery-codes");
		assert.equal(made.status, 201, made.text);
		const [code = ""] = (made.body?.codes ?? []) as string[];
		const on = await user.send("PUT", "/api/auth/second-factor", { on: true });
		assert.deepEqual([on.status, on.body?.recoveryCodes], [200, null]);
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { code })).status, 200);
	});

	it("is the second step once two-step login is on, even if it does not verify the user", async () => {
		const { user, name } = await newUser();
		const passkey = await addPasskey(user, { origin });
		await turnOn(user);
		const visitor = service.visitor();
		const refused = await visitor.logIn(name, ADMIN_PASSWORD);
		assert.equal(refused.body?.code, "second_factor_required");
		assert.deepEqual(refused.body?.methods, ["passkey", "recovery_code"]);
		const asked = refused.body?.passkey as { allowCredentials: Array<{ id: string }> };
		assert.deepEqual(
			asked.allowCredentials.map(({ id }) => id),
			[passkey.credentialId],
		);
		const answer = await visitor.post("/api/auth/login/second-factor", {
			challenge: refused.body?.challenge,
			passkey: passkey.get(asked, { flags: 1, userHandle: undefined }),
		});
		assert.equal(answer.status, 200, answer.text);
		const { acr, amr } = decodeJwt(String(answer.body?.token));
		assert.deepEqual({ acr, amr }, { acr: "phr", amr: ["pwd", "pop", "user", "mfa"] });
	});

	it("alone makes no second step before its user has recovery codes, which a second passkey leaves in force", async () => {
		const { user, name } = await newUser();
		const turn = (on: boolean) => user.send("PUT", "/api/auth/second-factor", { on });
		const codesLeft = async () => {
			const { recoveryCodes } = (await user.get("/api/auth/factors")).body ?? {};
			return (recoveryCodes as { left: number } | null)?.left ?? null;
		};
		assertProblem(await user.post("/api/auth/recovery-codes"), "factor_missing");
		const first = await addPasskey(user, { origin });
		assertProblem(await turn(true), "recovery_codes_missing");
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		assert.equal(await codesLeft(), null);

		const made = await user.post("/api/auth/recovery-codes");
		const [code, another] = (made.body?.codes ?? []) as string[];
		const second = await addPasskey(user, { origin });
		await user.delete(`/api/auth/factors/${first.id}`);
		assert.equal(await codesLeft(), 10);
		const on = await turn(true);
		assert.deepEqual([on.status, on.body?.recoveryCodes], [200, null]);
		assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD, { code })).status, 200);
		assert.equal(await codesLeft(), 9);

		await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD, code: another });
		assert.equal((await turn(false)).status, 200);
		assert.equal(await codesLeft(), null);
		assertProblem(await turn(true), "recovery_codes_missing");
		await user.post("/api/auth/recovery-codes");
		await user.delete(`/api/auth/factors/${second.id}`);
		assert.equal(await codesLeft(), null);
	});

	it("confirms a session alone, and after the password", async () => {
		const { user } = await newUser();
		const passkey = await addPasskey(user, { origin });
		const alone = await user.post("/api/auth/reauthenticate/options");
		assert.equal(alone.status, 200, alone.text);
		const { challenge, passkey: asked } = alone.body ?? {};
		const confirmed = await user.post("/api/auth/reauthenticate", {
			challenge,
			passkey: passkey.get(asked),
		});
		assert.equal(confirmed.status, 200, confirmed.text);
		const amrOf = async () =>
			((await user.get("/api/auth/session")).body?.session as { amr?: string[] } | undefined)?.amr;
		assert.deepEqual(await amrOf(), ["pop", "user", "mfa"]);

		await turnOn(user);
		const refused = await user.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assert.equal(refused.body?.code, "second_factor_required");
		const after = await user.post("/api/auth/reauthenticate", {
			challenge: refused.body?.challenge,
			passkey: passkey.get(refused.body?.passkey),
		});
		assert.equal(after.status, 200, after.text);
		assert.deepEqual(await amrOf(), ["pwd", "pop", "user", "mfa"]);
	});

	it("is listed with its name, can be renamed, and is of no use once removed", async () => {
		const { user } = await newUser();
		const bitwarden = "d548826e-79b4-db40-a3d8-11116f7e8349";
		const passkey = await addPasskey(user, { origin, aaguid: bitwarden, flags: 1 + 4 + 8 + 16 });
		const listed = async () => (await user.get("/api/auth/factors")).body as Record<string, unknown>;
		const [factor] = (await listed()).factors as Array<Record<string, unknown>>;
		const { id, kind, name, discoverable, backedUp, lastUsedAt } = factor ?? {};
		assert.deepEqual(
			{ id, kind, name, discoverable, backedUp, lastUsedAt },
			{
				id: passkey.id,
				kind: "passkey",
				name: "Bitwarden",
				discoverable: true,
				backedUp: true,
				lastUsedAt: null,
			},
		);
		const { passkeys } = await listed();
		assert.deepEqual(passkeys, {
			rpId: "localhost",
			userId: passkey.userHandle,
			allAcceptedCredentialIds: [passkey.credentialId],
		});
		const path = `/api/auth/factors/${passkey.id}`;
		assert.equal((await user.send("PATCH", path, { name: "Laptop" })).status, 200);
		const [renamed] = (await listed()).factors as Array<Record<string, unknown>>;
		assert.equal(renamed?.name, "Laptop");
		assert.equal((await user.delete(path)).status, 200);
		assert.deepEqual((await listed()).factors, []);
		assert.equal((await logInWithPasskey(service.visitor(), passkey)).body?.code, "passkey_unknown");
	});

	// Proves: passkey-alone
	it("of a user who is disabled, has no password, or was removed, does not log in", async () => {
		const { users } = service.running.deployment.administration;
		for (const [lock, code] of [
			[users.disable, "passkey_invalid"],
			[users.reset, "passkey_invalid"],
			[users.remove, "passkey_unknown"],
		] as const) {
			const { user, name } = await newUser();
			const passkey = await addPasskey(user, { origin });
			assert.equal((await logInWithPasskey(service.visitor(), passkey)).status, 200);
			await lock(name);
			assert.equal((await logInWithPasskey(service.visitor(), passkey)).body?.code, code);
		}
	});

	it("is one of at most twenty", { timeout: 120_000 }, async () => {
		const { user } = await newUser();
		for (let count = 0; count < 20; count += 1) await addPasskey(user, { origin });
		const answer = await user.post("/api/auth/factors/passkey/options");
		assert.deepEqual([answer.status, answer.body?.code], [409, "factor_exists"]);
	});

	it("is asked for with the same options for every caller", async () => {
		const asked = await Promise.all(
			[service.visitor(), await service.loggedIn("user1")].map((visitor) =>
				visitor.post("/api/auth/login/passkey/options", {}),
			),
		);
		for (const { body } of asked) {
			assert.equal(String(body?.challenge).length, String(asked[0]?.body?.challenge).length);
			const { challenge, ...rest } = (body?.passkey ?? {}) as Record<string, unknown>;
			assert.equal(String(challenge).length, 43);
			assert.deepEqual(rest, { rpId: "localhost", timeout: 300_000, userVerification: "required" });
		}
	});
});
