import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { foreignKey, type PasskeyUsers, startWithPasskeyUsers } from "../support/passkey-users.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { type Assertion, addPasskey, turnOn } from "../support/software-authenticator.ts";

// Proves: passkey-once
onSqlite("a passkey for another purpose", (database) => {
	let users: PasskeyUsers;
	before(async () => {
		users = await startWithPasskeyUsers(await database.url());
	});
	after(() => users[Symbol.asyncDispose]());

	it("that was sent before is refused, with its challenge and with another", async () => {
		const { service, origin, ada } = users;
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const uncounted = await addPasskey(ada.user, { origin });
		const sent = { challenge: body?.challenge, passkey: uncounted.get(body?.passkey, { count: 0 }) };
		const csrf = visitor.csrf ?? "";
		const asked = await visitor.post("/api/auth/login/passkey/options", {});
		const send = (body: unknown) => visitor.post("/api/auth/login/passkey", body, { csrf });
		assert.equal((await send(sent)).status, 200);
		assertProblem(await send(sent), "challenge_invalid");
		assertProblem(await send({ ...sent, challenge: asked.body?.challenge }), "passkey_invalid");
	});

	it("with the challenge of another page or time is refused", async () => {
		const { service, ada } = users;
		const visitor = service.visitor();
		const { body } = await visitor.post("/api/auth/login/passkey/options", {});
		const sent = { challenge: body?.challenge, passkey: ada.passkey.get(body?.passkey) };
		assertProblem(await service.visitor().post("/api/auth/login/passkey", sent), "challenge_invalid");
		service.travel(5 * 60_000);
		assertProblem(await visitor.post("/api/auth/login/passkey", sent), "challenge_invalid");
	});

	it("in the second step must be a passkey of the same user", async () => {
		const { service, origin, bob } = users;
		await service.addUser("eve");
		const eve = await service.loggedIn("eve");
		const passkey = await addPasskey(eve, { origin });
		await turnOn(eve);
		const visitor = service.visitor();
		const { body } = await visitor.logIn("eve", ADMIN_PASSWORD);
		const challenge = body?.challenge;
		const send = (answer: object) => visitor.post("/api/auth/login/second-factor", { challenge, ...answer });
		const ofBob = bob.passkey.get(body?.passkey);
		const seen = (await rowsOf(service, "authn_factor_fail")).length;
		assertProblem(await send({ passkey: ofBob }), "passkey_unknown");
		assertProblem(
			await send({ passkey: passkey.get(body?.passkey, { key: foreignKey }) }),
			"passkey_invalid",
		);
		assertProblem(await send({ passkey: passkey.get(body?.passkey, { flags: 4 }) }), "passkey_invalid");
		assert.equal((await rowsOf(service, "authn_factor_fail")).length, seen + 3);
		assert.equal((await send({ passkey: passkey.get(body?.passkey) })).status, 200);
	});

	it("does not confirm a session without the user verified, or for another user", async () => {
		const { service, ada, bob } = users;
		const again = await service.loggedIn("bob");
		const { body } = await again.post("/api/auth/reauthenticate/options");
		const send = (passkey: Assertion) =>
			again.post("/api/auth/reauthenticate", { challenge: body?.challenge, passkey });
		assertProblem(await send(bob.passkey.get(body?.passkey, { flags: 1 })), "passkey_invalid");
		assertProblem(await send(ada.passkey.get(body?.passkey)), "passkey_unknown");
		assert.equal((await send(bob.passkey.get(body?.passkey))).status, 200);
	});
});
