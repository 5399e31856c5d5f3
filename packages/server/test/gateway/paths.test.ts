import assert from "node:assert/strict";
import { it } from "node:test";
import { startPathReaders } from "../support/path-readers.ts";
import { spellings } from "../support/spellings.ts";

/** Spellings that each takes for /insight/admin, and that a gateway which compares letters lets through. */
const taken: Record<string, string[]> = {
	Express: ["/insight/ADMIN/x", "/INSIGHT/ADMIN"],
	Fastify: ["/insight/ADMIN/x", "/insight//admin", "/insight/%61dmin", "/insight/admin;a=b"],
	Hono: ["/insight/x/../admin", "/insight/x/%2e%2e/admin", "/insight/%61dmin", "/insight\\admin"],
	Flask: ["/insight%2fadmin", "/insight/%61dmin", "/%2finsight/admin"],
	Spring: ["/insight/;a=b/admin", "/insight/x/..%2fadmin", "/insight/admin.json", "/insight/adm%C4%B0n"],
	"all at once": [
		"/insight/%2561dmin",
		"/insight/x/%c0%ae%c0%ae/admin",
		"/insight/x/%ef%bc%8e%ef%bc%8e/admin",
	],
};

it("each framework takes other spellings for the path of a handler, so a gateway must refuse them", async (test) => {
	const { readers, stop } = await startPathReaders();
	test.after(stop);
	const all = spellings("http://localhost");
	for (const { name, isAdmin } of readers) {
		for (const path of ["/insight/admin", ...(taken[name] ?? assert.fail(name))]) {
			assert.ok(all.includes(path), `${path} is tried`);
			assert.equal(await isAdmin(path), true, `${name}: ${path}`);
		}
		for (const path of ["/insight", "/insight/administration", "/search/admin"])
			assert.equal(await isAdmin(path), false, `${name}: ${path}`);
	}
});
