import assert from "node:assert/strict";
import { it } from "node:test";
import { checkConnections } from "./check-settings.ts";

it("warns where connections could take the descriptors of everything else", () => {
	assert.deepEqual(
		[4000, 4128, 4127, null].map((descriptors) => [...checkConnections(4000, descriptors)][0]?.status),
		["warning", "ok", "warning", undefined],
	);
});
