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

	for (const { id, tampering } of database.dialect === "sqlite" ? breakagesOfOpenid : [])
		it(`finds the broken promise ${id}`, async () => {
			stage.proxy.tampering = tampering();
			try {
				const found = await stage.examine({ only: [id] });
				if (process.env.SHOW) console.log(failed(found), found.sessions, found.applications);
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
