/** Bad passkeys of attackers, who share an address with the user of a good one. */
// Proves: known-clients
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { returning } from "../support/enrolment.ts";
import { rowsOf } from "../support/event-rows.ts";
import { beforeNext } from "../support/interleave.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import {
	addPasskey,
	logInWithPasskey,
	type SoftwarePasskey,
	turnOn,
} from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const session = true;

describe("the passkey of a known client", () => {
	let service: TestService;
	let user: Visitor;
	let passkey: SoftwarePasskey;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_ADDRESS_FAILURES: "5" } });
		await service.addUser("ada");
		user = await service.loggedIn("ada");
		passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		await turnOn(user);
		for (let time = 0; time < 5; time++) assertProblem(await foreign(service.visitor()), "passkey_unknown");
		assertProblem(await foreign(service.visitor()), "rate_limited");
	});
	after(() => service.stop());

	const foreign = (visitor: Visitor) =>
		logInWithPasskey(visitor, passkey, { forge: (sent) => ({ ...sent, id: "AAAA", rawId: "AAAA" }) });

	it("logs in alone while the address of the client has to wait", async () => {
		assert.equal((await logInWithPasskey(returning(service, user), passkey, { session })).status, 200);
		assertProblem(await logInWithPasskey(service.visitor(), passkey), "rate_limited");
	});

	it("is good for the second step, and confirms a session", async () => {
		const visitor = returning(service, user);
		const refused = await visitor.logIn("ada", ADMIN_PASSWORD, { session });
		assertProblem(refused, "second_factor_required");
		const { challenge, passkey: asked } = refused.body ?? {};
		const answer = { challenge, passkey: passkey.get(asked) };
		assert.equal((await visitor.post("/api/auth/login/second-factor", answer)).status, 200);
		const offered = await user.post("/api/auth/reauthenticate/options");
		const proof = { challenge: offered.body?.challenge, passkey: passkey.get(offered.body?.passkey) };
		assert.equal((await user.post("/api/auth/reauthenticate", proof)).status, 200);
	});

	it("has to wait after ten bad ones of the client itself", async () => {
		const visitor = returning(service, user);
		const bad = () => logInWithPasskey(visitor, passkey, { lie: { type: "webauthn.create" } });
		for (let time = 0; time < 10; time++) assertProblem(await bad(), "passkey_invalid");
		assertProblem(await logInWithPasskey(visitor, passkey), "rate_limited");
	});

	it("is no copy when it was removed while it was looked at", async () => {
		const offered = await user.post("/api/auth/reauthenticate/options");
		const proof = { challenge: offered.body?.challenge, passkey: passkey.get(offered.body?.passkey) };
		const copy = service.visitor();
		copy.cookies = new Map(user.cookies);
		beforeNext(service.running.deployment.audit, "transact", async () => {
			assert.equal((await user.delete(`/api/auth/factors/${passkey.id}`)).status, 200);
		});
		const headers = { csrf: user.csrf ?? "" };
		assertProblem(await copy.post("/api/auth/reauthenticate", proof, headers), "passkey_unknown");
		assert.deepEqual(await rowsOf(service, "authn_passkey_clone"), []);
	});
});
