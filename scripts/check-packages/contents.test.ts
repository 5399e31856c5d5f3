/** What npm would pack, without a registry. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { misfits, packageNames } from "./contents.ts";
import { npm } from "./npm.ts";

const root = join(import.meta.dirname, "../..");

it("each package has all that its users need, and nothing else", async () => {
	const workspaces = packageNames.map((name) => `--workspace=packages/${name}`);
	const { out, all } = await npm(root, "pack", "--dry-run", "--json", ...workspaces);
	const packed = JSON.parse(out || "[]") as Array<{ name: string; files: Array<{ path: string }> }>;
	assert.equal(packed.length, packageNames.length, all);
	for (const [at, name] of packageNames.entries()) {
		const paths = packed[at]?.files.map(({ path }) => path) ?? [];
		assert.deepEqual(misfits(name, paths), [], name);
		if (name !== "server") continue;
		const chunks = readdirSync(join(root, "packages/server/dist")).filter((file) => file.endsWith(".js"));
		assert.deepEqual(
			chunks.filter((file) => !paths.includes(`dist/${file}`)),
			[],
			"left out of the package",
		);
	}
});
