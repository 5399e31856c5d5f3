// At length: it breaks every promise once, and sees the check that finds it.
// Alone in its process: it moves the clock of the process.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { forEachDatabase } from "../../server/test/support/databases.ts";
import type { conform } from "../src/conform.ts";
import { breakagesOfOpenid } from "./breakages-of-openid.ts";
import { type OpenidStage, startOpenidStage } from "./openid-stage.ts";

type Found = Awaited<ReturnType<typeof conform>>;
const failed = ({ results }: Found) =>
	results.filter(({ outcome }) => outcome === "failed").map(({ id, seen }) => `${id}: ${seen}`);
const leftOut = ({ results }: Found) =>
	results.filter(({ outcome }) => outcome === "left out").map(({ id }) => id);

forEachDatabase("sallyport conform --oidc", (database) => {
	let stage: OpenidStage;
	before(async () => {
		stage = await startOpenidStage(await database.url(), database.dialect === "sqlite" ? "" : "/login");
	});
	after(() => stage.stop());

	it("finds every promise of the OpenID provider kept, and leaves nothing behind", async () => {
		const found = await stage.examine();
		assert.deepEqual(failed(found), []);
		assert.deepEqual(leftOut(found), [
			"oidcc-scope-address",
			"oidcc-scope-phone",
			"oidcc-ensure-post-request-succeeds",
		]);
		assert.equal(found.sessions.notEnded, 0);
		assert.deepEqual(found.applications, { registered: 4, notRemoved: 0 });
		assert.ok(found.requests <= 600);
		const { applications } = stage.service.running.deployment.administration;
		assert.deepEqual((await applications.page({ after: null, most: 1 })).rows, []);
	});

	it("checks what needs no login when it has no user, and registers nothing", async () => {
		const found = await stage.examine({ user: null });
		assert.deepEqual(failed(found), []);
		const kept = found.results.filter(({ outcome }) => outcome === "ok").map(({ id }) => id);
		assert.deepEqual(kept, [
			"oidcc-discovery-endpoint-verification",
			"oidcc-discovery-jwks",
			"oidcc-rp-initiated-logout-discovery-endpoint-verification",
			"oidcc-backchannel-logout-discovery-endpoint-verification",
		]);
		assert.deepEqual(found.applications, { registered: 0, notRemoved: 0 });
	});

	for (const { id, tampering } of database.dialect === "sqlite" ? breakagesOfOpenid : [])
		it(`finds the broken promise ${id}`, async () => {
			stage.proxy.tampering = tampering();
			try {
				const found = await stage.examine({ only: [id] });
				assert.deepEqual(
					found.results.map(({ outcome }) => outcome),
					["failed"],
					failed(found).join("\n"),
				);
			} finally {
				stage.proxy.tampering = {};
			}
		});
});
