import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { es, forge, opened, stolenKey } from "../support/forge.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";
import type { Answer } from "../support/visitor.ts";

/** What the documentation promises: seconds from the end of a session to the refusal of its token everywhere. */
const BOUND = 10_000;

/** Every way in which a session ends before its time. */
const endings: Record<string, (service: TestService, name: string, login: Answer) => Promise<unknown>> = {
	"a logout": (service, _name, login) =>
		service.visitor().request("POST", "/api/auth/logout", { headers: bearerOf(login) }),
	"an end by another session": async (service, name, login) => {
		const { id } = await ownSession(service.visitor(), bearerOf(login));
		return (await service.loggedIn(name)).delete(`/api/auth/sessions/${id}`);
	},
	"a password change": async (service, name) => {
		const body = { currentPassword: ADMIN_PASSWORD, newPassword: "another five words that hold" };
		return (await service.loggedIn(name)).post("/api/auth/password", body);
	},
	"the disabling of the user": (service, name) => usersOf(service).disable(name),
	"the removal of the user": (service, name) => usersOf(service).remove(name),
};

onSqlite("a verifier that asks the service for nothing but keys and lists", (database) => {
	let service: TestService;
	let verifier: VerifierUnderTest;
	let users = 0;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		verifier = createVerifierUnderTest(service);
	});
	after(async () => {
		verifier.close();
		await service.stop();
	});

	/** A new user with a token that the verifier has accepted. */
	async function accepted() {
		users += 1;
		const name = `user${users}`;
		const { id } = await service.addUser(name);
		const login = await service.visitor().logIn(name, ADMIN_PASSWORD);
		const token = String(login.body?.token);
		const principal = await verifier.verify(token);
		assert.equal(principal.userId, id);
		return { name, login, token, principal };
	}

	it("accepts a token and says who calls", async () => {
		const { login, token, principal } = await accepted();
		const session = await ownSession(service.visitor(), bearerOf(login));
		assert.deepEqual(principal, {
			userId: login.body?.id,
			role: "user",
			sessionId: session.id,
			kind: "token",
			authenticatedAt: Math.floor(Date.parse(session.authenticatedAt) / 1000) * 1000,
			acr: "aal1",
			amr: ["pwd"],
			groups: [],
			accessKeyId: null,
			scopes: null,
			claims: {},
		});
		assert.deepEqual(await verifier.verify(token), principal);
		const paths = verifier.asked.map((path) =>
			path.replace(/[^/]+$/, (name) => (path.includes("status") ? "…" : name)),
		);
		assert.deepEqual([...new Set(paths)].sort(), [
			"/.well-known/jwks.json",
			"/.well-known/oauth-authorization-server",
			"/api/auth/status/…",
		]);
	});

	for (const [name, end] of Object.entries(endings)) {
		it(`refuses a token within the bound after ${name}`, async () => {
			const { name: user, login, token } = await accepted();
			const bystander = await accepted();
			const ended = service.now();
			await end(service, user, login);
			await verifier.pass(ended + BOUND - service.now());
			await refuses(verifier.verify(token), "session_ended");
			await verifier.verify(bystander.token);
		});
	}

	it("refuses it within the bound also when nothing scheduled happens and its list came from the memory of the service", async () => {
		const { login, token } = await accepted();
		service.travel(5000);
		await fetch(placeOf(token).list);
		const ended = service.now();
		await endings["a logout"]?.(service, "", login);
		const late = createVerifierUnderTest(service);
		late.freeze(800);
		// Accepts, unless this machine was so slow that the memory of the service is over.
		await late.verify(token).catch(() => {});
		late.freeze(Math.max(0, ended + BOUND - service.now()));
		await refuses(late.verify(token), "session_ended");
		late.close();
	});

	it("refuses every signature that the claims of a revoked token can have", async () => {
		const { login, token } = await accepted();
		const twin = forge(opened(token).header, opened(token).claims, es(await stolenKey(service)));
		assert.notEqual(twin, token);
		await verifier.verify(twin);
		await endings["a logout"]?.(service, "", login);
		await verifier.pass(BOUND);
		for (const each of [token, twin]) await refuses(verifier.verify(each), "session_ended");
	});

	it("refuses a token that has expired, to the second", async () => {
		const { token } = await accepted();
		const { exp } = opened(token).claims as { exp: number };
		await verifier.pass(exp * 1000 - service.now() - 1000);
		await verifier.verify(token);
		await verifier.pass(1000);
		for (let time = 0; time < 2; time += 1) await refuses(verifier.verify(token), "session_expired");
	});

	// Proves: signing-keys
	it("accepts at once what a new key signs, and what an old one signed as long as it is published", async () => {
		const { name, token } = await accepted();
		await service.running.deployment.signingKeyRotation.rotate(true);
		await service.running.deployment.signingKeyRotation.rotate(true);
		await verifier.pass(10_000);
		const { body } = await service.visitor().logIn(name, ADMIN_PASSWORD);
		assert.notEqual(opened(String(body?.token)).header.kid, opened(token).header.kid);
		await verifier.verify(String(body?.token));
		await verifier.verify(token);
	});

	// Proves: signing-keys
	it("refuses what a removed key signed, however often it has accepted it", async () => {
		const { name, token } = await accepted();
		const { header, claims } = opened(token);
		const own = await stolenKey(service);
		const long = (sid: unknown) =>
			forge(header, { ...claims, sid, exp: Number(claims.exp) + 86_400 }, es(own));
		const forged = long(claims.sid);
		await verifier.verify(forged);
		await service.running.deployment.signingKeyRotation.rotate(true);
		service.travel(26 * 3_600_000);
		await service.running.maintenance.run();
		service.travel(10_000);
		const { body } = await service.visitor().logIn(name, ADMIN_PASSWORD);
		await verifier.verify(String(body?.token));
		await refuses(verifier.verify(forged), "invalid_token");
	});
});

function placeOf(token: string): { list: string } {
	const { status } = opened(token).claims as { status: { status_list: { uri: string } } };
	return { list: status.status_list.uri };
}
