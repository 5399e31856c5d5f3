import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { type Assertion, addPasskey, type SoftwarePasskey } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const EVENTS = ["authn_passkey_clone", "authn_login_fail", "authn_factor_fail"] as const;
const { privateKey: otherKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

// Proves: passkey-once
forEachDatabase("a passkey for another purpose", (database) => {
	let service: TestService;
	let origin: string;
	let ada: { owner: Visitor; passkey: SoftwarePasskey };
	let bob: { owner: Visitor; passkey: SoftwarePasskey };
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		origin = new URL(service.baseUrl).origin;
		const withPasskey = async (name: string) => {
			await service.addUser(name);
			const owner = await service.loggedIn(name);
			return { owner, passkey: await addPasskey(owner, { origin }) };
		};
		ada = await withPasskey("ada");
		bob = await withPasskey("bob");
	});
	after(() => service.stop());

	async function assertRefused(answer: Answer, code: string): Promise<void> {
		assert.deepEqual([answer.status, answer.body?.code], [code === "validation_failed" ? 400 : 401, code]);
		assert.ok(!JSON.stringify(answer.body).includes("ada"));
	}

	/** How often each of them was recorded. */
	async function recorded(event: (typeof EVENTS)[number]): Promise<number> {
		const { database } = service.running.deployment.opened;
		return (await database.selectFrom("audit_events").select("id").where("event", "=", event).execute())
			.length;
	}

	it("that was sent before is refused, with its challenge and with another", async () => {
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const sent = { challenge: body?.challenge, passkey: ada.passkey.get(body?.passkey, { count: 0 }) };
		const uncounted = await addPasskey(ada.owner, { origin });
		sent.passkey = uncounted.get(body?.passkey, { count: 0 });
		const csrf = visitor.csrf ?? "";
		const asked = await visitor.post("/api/auth/login/passkey/options", {});
		const send = (body: unknown) => visitor.post("/api/auth/login/passkey", body, { csrf });
		assert.equal((await send(sent)).status, 200);
		await assertRefused(await send(sent), "challenge_invalid");
		await assertRefused(await send({ ...sent, challenge: asked.body?.challenge }), "passkey_invalid");
	});

	it("that is sent a hundred times at once starts one session", { timeout: 120_000 }, async () => {
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const passkey = await addPasskey(bob.owner, { origin });
		const sent = { challenge: body?.challenge, passkey: passkey.get(body?.passkey, { count: 0 }) };
		const csrf = visitor.csrf ?? "";
		const answers = await Promise.all(
			Array.from({ length: 100 }, () => visitor.post("/api/auth/login/passkey", sent, { csrf })),
		);
		assert.equal(answers.filter(({ status }) => status === 200).length, 1);
	});

	it("with the challenge of another page, purpose or time is refused", async () => {
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const stranger = service.visitor();
		const passkey = ada.passkey.get(body?.passkey);
		const sent = { challenge: body?.challenge, passkey };
		await assertRefused(await stranger.post("/api/auth/login/passkey", sent), "challenge_invalid");
		const second = await visitor.post("/api/auth/login/second-factor", sent);
		await assertRefused(second, "challenge_invalid");
		const confirm = await ada.owner.post("/api/auth/reauthenticate/options");
		const { challenge } = confirm.body ?? {};
		const used = await ada.owner.post("/api/auth/reauthenticate", { challenge, code: "123456" });
		await assertRefused(used, "challenge_invalid");
		const csrf = { csrf: ada.owner.csrf ?? "" };
		const login = { challenge, passkey: ada.passkey.get(confirm.body?.passkey) };
		await assertRefused(await ada.owner.post("/api/auth/login/passkey", login, csrf), "challenge_invalid");
		service.travel(5 * 60_000);
		await assertRefused(await visitor.post("/api/auth/login/passkey", sent), "challenge_invalid");
	});

	it("in the second step must be a passkey of the same user, and no code beside it", async () => {
		await service.addUser("eve");
		const eve = await service.loggedIn("eve");
		const passkey = await addPasskey(eve, { origin });
		assert.equal((await eve.send("PUT", "/api/auth/second-factor", { on: true })).status, 200);
		const visitor = service.visitor();
		const { body } = await visitor.logIn("eve", ADMIN_PASSWORD);
		const challenge = body?.challenge;
		const send = (answer: object) => visitor.post("/api/auth/login/second-factor", { challenge, ...answer });
		const ofBob = bob.passkey.get(body?.passkey);
		const seen = await recorded("authn_factor_fail");
		await assertRefused(await send({ passkey: ofBob }), "passkey_unknown");
		await assertRefused(
			await send({ passkey: passkey.get(body?.passkey, { key: otherKey }) }),
			"passkey_invalid",
		);
		await assertRefused(await send({ passkey: passkey.get(body?.passkey, { flags: 4 }) }), "passkey_invalid");
		assert.equal(await recorded("authn_factor_fail"), seen + 3);
		await assertRefused(await send({}), "validation_failed");
		const both = { code: "123456", passkey: passkey.get(body?.passkey) };
		await assertRefused(await send(both), "validation_failed");
		assert.equal((await send({ passkey: passkey.get(body?.passkey) })).status, 200);
	});

	it("does not confirm a session without the user verified, nor for another user", async () => {
		const again = await service.loggedIn("bob");
		const { body } = await again.post("/api/auth/reauthenticate/options");
		const send = (passkey: Assertion) =>
			again.post("/api/auth/reauthenticate", { challenge: body?.challenge, passkey });
		await assertRefused(await send(bob.passkey.get(body?.passkey, { flags: 1 })), "passkey_invalid");
		await assertRefused(await send(ada.passkey.get(body?.passkey)), "passkey_unknown");
		assert.equal((await send(bob.passkey.get(body?.passkey))).status, 200);
	});
});
