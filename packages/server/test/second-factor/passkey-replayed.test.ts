import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { forEachDatabase } from "../support/databases.ts";
import { assertRefused, foreignKey, startWithPasskeyOwners } from "../support/passkey-owners.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { type Assertion, addPasskey } from "../support/software-authenticator.ts";

// Proves: passkey-once
forEachDatabase("a passkey for another purpose", (database) => {
	let owners: Awaited<ReturnType<typeof startWithPasskeyOwners>>;
	before(async () => {
		owners = await startWithPasskeyOwners(await database.url());
	});
	after(() => owners[Symbol.asyncDispose]());

	it("that was sent before is refused, with its challenge and with another", async () => {
		const { service, origin, ada } = owners;
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const uncounted = await addPasskey(ada.owner, { origin });
		const sent = { challenge: body?.challenge, passkey: uncounted.get(body?.passkey, { count: 0 }) };
		const csrf = visitor.csrf ?? "";
		const asked = await visitor.post("/api/auth/login/passkey/options", {});
		const send = (body: unknown) => visitor.post("/api/auth/login/passkey", body, { csrf });
		assert.equal((await send(sent)).status, 200);
		assertRefused(await send(sent), "challenge_invalid");
		assertRefused(await send({ ...sent, challenge: asked.body?.challenge }), "passkey_invalid");
	});

	it("that is sent a hundred times at once starts one session", { timeout: 120_000 }, async () => {
		const { service, origin, bob } = owners;
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
		const { service, ada } = owners;
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const stranger = service.visitor();
		const passkey = ada.passkey.get(body?.passkey);
		const sent = { challenge: body?.challenge, passkey };
		assertRefused(await stranger.post("/api/auth/login/passkey", sent), "challenge_invalid");
		const second = await visitor.post("/api/auth/login/second-factor", sent);
		assertRefused(second, "challenge_invalid");
		const confirm = await ada.owner.post("/api/auth/reauthenticate/options");
		const { challenge } = confirm.body ?? {};
		const used = await ada.owner.post("/api/auth/reauthenticate", { challenge, code: "123456" });
		assertRefused(used, "challenge_invalid");
		const csrf = { csrf: ada.owner.csrf ?? "" };
		const login = { challenge, passkey: ada.passkey.get(confirm.body?.passkey) };
		assertRefused(await ada.owner.post("/api/auth/login/passkey", login, csrf), "challenge_invalid");
		service.travel(5 * 60_000);
		assertRefused(await visitor.post("/api/auth/login/passkey", sent), "challenge_invalid");
	});

	it("in the second step must be a passkey of the same user, and no code beside it", async () => {
		const { service, origin, bob, recorded } = owners;
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
		assertRefused(await send({ passkey: ofBob }), "passkey_unknown");
		assertRefused(
			await send({ passkey: passkey.get(body?.passkey, { key: foreignKey }) }),
			"passkey_invalid",
		);
		assertRefused(await send({ passkey: passkey.get(body?.passkey, { flags: 4 }) }), "passkey_invalid");
		assert.equal(await recorded("authn_factor_fail"), seen + 3);
		assertRefused(await send({}), "validation_failed");
		const both = { code: "123456", passkey: passkey.get(body?.passkey) };
		assertRefused(await send(both), "validation_failed");
		assert.equal((await send({ passkey: passkey.get(body?.passkey) })).status, 200);
	});

	it("does not confirm a session without the user verified, nor for another user", async () => {
		const { service, ada, bob } = owners;
		const again = await service.loggedIn("bob");
		const { body } = await again.post("/api/auth/reauthenticate/options");
		const send = (passkey: Assertion) =>
			again.post("/api/auth/reauthenticate", { challenge: body?.challenge, passkey });
		assertRefused(await send(bob.passkey.get(body?.passkey, { flags: 1 })), "passkey_invalid");
		assertRefused(await send(ada.passkey.get(body?.passkey)), "passkey_unknown");
		assert.equal((await send(bob.passkey.get(body?.passkey))).status, 200);
	});
});
