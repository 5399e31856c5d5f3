// At length: it tries many sequences of steps at random.
// Proves: session-limits, session-end, stay-logged-in
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { limits, longLimits, verdict } from "../support/session-model.ts";
import { call, type State, steps } from "../support/session-steps.ts";

let service: TestService;
before(async () => {
	const settings = {
		SALLYPORT_COOKIE_SESSIONS_PER_USER: String(limits.cookies),
		SALLYPORT_SESSION_ABSOLUTE: `${limits.absolute}ms`,
		SALLYPORT_REMEMBER: `${longLimits.absolute}ms`,
		SALLYPORT_REMEMBER_IDLE: `${longLimits.idle}ms`,
		SALLYPORT_ACCOUNT_FAILURES: "1000",
		SALLYPORT_ADDRESS_FAILURES: "1000000",
		SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	};
	service = await startTestService({ settings: { ...cheap, ...settings } });
});
after(() => service.stop());

it("any sequence of steps leaves every session as the model says", async () => {
	let users = 0;
	const property = fc.asyncProperty(fc.commands(steps, { maxCommands: 50, size: "+1" }), async (commands) => {
		users += 1;
		const name = `user${users}`;
		await service.addUser(name);
		const passwords = [ADMIN_PASSWORD, "five words nobody else has"];
		const model: State = { credentials: [], disabled: false, tidiedAt: service.now() };
		await fc.asyncModelRun(() => ({ model, real: { service, name, passwords } }), commands);
		for (const credential of model.credentials) {
			const answer = await call({ service, name, passwords }, "GET", "/api/auth/session", credential.headers);
			const code = answer.status === 200 ? "live" : answer.body?.code;
			assert.equal(code, verdict(credential, service.now(), model.tidiedAt));
		}
	});
	await fc.assert(property, { numRuns: 15, interruptAfterTimeLimit: 30_000 });
});
