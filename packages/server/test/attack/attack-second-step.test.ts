/** Attempts to get past the second step, or to make it cheaper to guess. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const LOGINS = 40;

describe("past the second step", () => {
	let service: TestService;
	let owner: Visitor;
	let name = "";
	let users = 0;
	before(async () => {
		const settings = {
			...cheap,
			SALLYPORT_ACCOUNT_FAILURES: "1000",
			SALLYPORT_ACCOUNT_LOGINS: String(LOGINS),
		};
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	async function newOwner(): Promise<void> {
		name = `user${users++}`;
		await service.addUser(name);
		owner = await service.loggedIn(name);
	}

	it("no code that is not looked at confirms a session, where the user has passkeys alone", async () => {
		await newOwner();
		await addPasskey(owner, { origin: new URL(service.baseUrl).origin });
		const on = await owner.send("PUT", "/api/auth/second-factor", { on: true });
		const [recoveryCode] = (on.body?.recoveryCodes ?? []) as string[];
		service.travel(16 * 60_000);
		const { authenticatedAt } = await ownSession(owner);
		const confirm = (code: string | undefined) =>
			owner.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD, code });
		assertProblem(await confirm("000000"), "second_factor_invalid");
		assert.equal((await ownSession(owner)).authenticatedAt, authenticatedAt);
		assert.equal((await confirm(recoveryCode)).status, 200);
		assert.equal((await owner.send("PUT", "/api/auth/second-factor", { on: false })).status, 200);
	});
});
