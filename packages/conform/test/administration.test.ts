import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, startStage } from "./stage.ts";

describe("sallyport conform against the administration", () => {
	let plain: Stage;
	before(async () => {
		plain = await startStage();
	});
	after(() => plain.stop());

	it("leaves it out where there is none, and what takes an admin where the user is none", async () => {
		plain.proxy.tampering = {
			response(response, { path }) {
				if (path.startsWith("/api/admin/")) response.status = 404;
			},
		};
		const none = await plain.examine({ only: ["administration"] });
		plain.proxy.tampering = {};
		assert.deepEqual(new Set(none.results.map(({ outcome }) => outcome)), new Set(["left out"]));
		const { results } = await plain.examine({ only: ["administration"] });
		assert.equal(results.find(({ id }) => id === "administration.list")?.seen, "the user is no admin");
	});
});
