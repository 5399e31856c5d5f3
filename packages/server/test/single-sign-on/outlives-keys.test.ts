// At length: it replaces keys at two instances.
/** Access that outlives a session outlives also the keys that it was sealed with. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import * as client from "openid-client";
import { DAY } from "../../src/platform/lib/clock.ts";
import { basic, token } from "../support/application.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createHolders } from "../support/holders.ts";
import type { TestService } from "../support/service.ts";

forEachDatabase("Access that outlives the session", (database) => {
	const world = createHolders(database);
	const { hold } = world;
	let service: TestService;
	let other: TestService;
	before(() => {
		[service, other] = [world.service(), world.other()];
	});

	it("lives longer than the keys that it was sealed with, which are replaced in time", async () => {
		const held = await hold(300);
		const { database } = service.running.deployment.opened;
		const sealed = async (kind: string) => {
			const rows = database.selectFrom("oidc_records").select("payload_sealed").where("kind", "=", kind);
			return rows.where("client_id", "=", held.charts.id).execute();
		};
		const before = await sealed("AuthorizationCode");
		await service.running.deployment.administration.keys.rotateSealingKey(true);
		assert.deepEqual(await sealed("AuthorizationCode"), before, "what is over in a minute is left as it is");
		service.travel(100 * DAY);
		await service.running.maintenance.run();
		const { refresh_token = "" } = held.tokens;
		assert.ok(await client.refreshTokenGrant(held.charts.configuration, refresh_token));
		service.travel(-100 * DAY);
	});

	it("is known at once to an instance that has not read the keys of today yet", async () => {
		const held = await hold(300);
		await other.running.maintenance.stop();
		const { keys } = service.running.deployment.administration;
		// The second key did not exist when the other instance read them.
		for (let times = 0; times < 2; times += 1) await keys.rotateSealingKey(true);
		const headers = { authorization: basic(held.charts) };
		const { refresh_token = "" } = held.tokens;
		const answer = await token(other, { grant_type: "refresh_token", refresh_token }, headers);
		assert.equal(answer.status, 200, await answer.text());
		await keys.replaceSealingKeys();
		await keys.rotateSigningKey(true);
		other.travel(1_000);
		assert.equal((await other.visitor().get("/oidc/jwks")).status, 200);
		other.travel(-1_000);
		other.running.maintenance.start();
	});
});
