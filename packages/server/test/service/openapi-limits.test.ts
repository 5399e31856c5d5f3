/** What the service answers a user over the limit of an hour, held against the contract as printed. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Contract } from "../../../../scripts/check/contract/document.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createContractCheck } from "../support/contract-check.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startTestService } from "../support/service.ts";

it("A limit of a user is answered as the contract says, without the budget of an address", async () => {
	const mail = await startMailServer();
	const service = await startTestService({ settings: { ...cheap, ...mail.settings } });
	try {
		const { body } = await service.visitor().get("/openapi.json");
		const { assertAsDescribed } = createContractCheck(body as unknown as Contract);
		await service.addUser("lou");
		const user = await service.loggedIn("lou");
		const limits = {
			"GET /api/auth/export": { most: 5, ask: () => user.get("/api/auth/export") },
			"POST /api/auth/email": {
				most: 3,
				ask: () => user.post("/api/auth/email", { email: "lou@example.com" }),
			},
		};
		for (const [route, { most, ask }] of Object.entries(limits)) {
			for (let time = 1; time <= most; time++) assert.ok((await ask()).status < 300, route);
			const refused = await ask();
			assert.equal(refused.status, 429);
			assertAsDescribed(route, refused);
			assert.equal(refused.headers.get("ratelimit"), null);
		}
	} finally {
		await service.stop();
		await mail.stop();
	}
});
