import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { checkoutRoot, findCheckout, PROGRAM, packageRoot } from "./package-root.ts";

it("a checkout is known by its lock file, and the command in it is npx sallyport", () => {
	assert.ok(checkoutRoot !== null && existsSync(join(checkoutRoot, "package-lock.json")));
	assert.equal(PROGRAM, "npx sallyport");
});

it("a folder that holds a lock file is no checkout of a package installed in it", () => {
	const root = checkoutRoot ?? "";
	assert.equal(findCheckout(join(root, "node_modules/sallyport")), null);
	assert.equal(findCheckout(join(packageRoot, "src")), null, "without a lock file two folders up");
	assert.equal(findCheckout(packageRoot), root);
});
