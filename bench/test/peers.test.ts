import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allSubjects } from "../compare/stage.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { installAfresh } from "../subjects/install.ts";
import { protocols } from "../subjects/protocols.ts";

const folder = join(import.meta.dirname, "../peers");

test("the servers of the peers are programs, and what they import is among what is installed for them", () => {
	for (const file of globSync("*/server.js", { cwd: folder })) {
		const path = join(folder, file);
		execFileSync(process.execPath, ["--check", path], { stdio: "pipe" });
		const imported = [...readFileSync(path, "utf8").matchAll(/from "((?:@[^/"]+\/)?[^/":]+)[^":]*"/g)].map(
			([, name = ""]) => name,
		);
		assert.ok(imported.length > 0, file);
		const { dependencies } = JSON.parse(readFileSync(join(path, "../package.json"), "utf8")) as {
			dependencies: Record<string, string>;
		};
		for (const name of imported) assert.ok(name in dependencies, `${file}: ${name}`);
	}
});

test("every subject but this repository has a folder to install, and a way to add users", () => {
	for (const { name, source, protocol } of allSubjects) {
		if (name.startsWith("sallyport")) continue;
		assert.ok(globSync(`${source}/package.json`, { cwd: folder }).length === 1, name);
		assert.equal(typeof protocols[protocol].addUser, "function", name);
	}
});

test("an install is described by packages and size, a failed one by its reason", async () => {
	using place = temporaryFolder();
	const [from, dependency] = [join(place.path, "peer"), join(place.path, "peer/local")];
	mkdirSync(dependency, { recursive: true });
	writeFileSync(join(dependency, "package.json"), '{ "name": "local", "version": "1.0.0" }');
	writeFileSync(join(from, "package.json"), '{ "name": "peer", "dependencies": { "local": "file:local" } }');
	const installed = await installAfresh(from, join(place.path, "installed"));
	assert.ok(Number.isInteger(installed.packages));
	assert.deepEqual(installed.compiled, []);
	writeFileSync(
		join(from, "package.json"),
		'{ "name": "peer", "dependencies": { "gone": "file:../gone.tgz" } }',
	);
	await assert.rejects(
		installAfresh(from, join(place.path, "failed")),
		/^Error: npm install ended with code/,
	);
});
