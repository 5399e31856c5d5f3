/** Behind every gateway of examples/, no way of writing a path leads past its rule for /insight/admin. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { type GatewayWorld, toldTo } from "./gateway-world.ts";
import { startPathReaders } from "./path-readers.ts";
import { readToEnd } from "./raw.ts";
import { spellings } from "./spellings.ts";

/** At once, so that the gateway keeps all of them waiting for no connection. */
const TOGETHER = 20;

export function describePaths(started: () => GatewayWorld): void {
	it("has no spelling of a path by which one factor reaches what needs two", async (test) => {
		const { service, asProgram } = started();
		const { origin, host, port } = new URL(service.baseUrl);
		const { readers, stop } = await startPathReaders();
		test.after(stop);
		const ask = async (path: string) => {
			const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, asProgram().join(": "), "Connection: close"];
			const answer = await readToEnd(Number(port), `${head.join("\r\n")}\r\n\r\n`);
			const seen = /"request": "GET (.*)"/.exec(answer)?.[1] ?? null;
			assert.equal(seen === null, !answer.includes('"caller"'), answer);
			return { path, seen, code: /"code":"(\w+)"/.exec(answer)?.[1] };
		};
		const all = spellings(origin);
		const results: Array<Awaited<ReturnType<typeof ask>>> = [];
		for (let at = 0; at < all.length; at += TOGETHER)
			results.push(...(await Promise.all(all.slice(at, at + TOGETHER).map(ask))));
		for (const { path, seen } of results) {
			if (seen === null) continue;
			assert.equal(seen, path, "the API sees what was checked");
			for (const { name, isAdmin } of readers)
				assert.equal(await isAdmin(seen), false, `${name} takes ${JSON.stringify(seen)} for the admin path`);
		}
		const codes = new Map(results.map(({ path, code }) => [path, code]));
		for (const path of ["/insight/ADMIN/x", "/insight/Admin", "/insight/admin.json", "/insight/admin/x~"])
			assert.equal(codes.get(path), "insufficient_user_authentication", path);
		for (const path of [
			"/insight/admin/..%2ftoday",
			"/insight/%61dmin",
			"/insight/x/../admin",
			"/insight//admin",
		])
			assert.equal(codes.get(path), "bad_request", path);
	});

	it("hands on every path that is written in the one way, as it was sent", async () => {
		const { at, service, asProgram } = started();
		for (const path of [
			"/insight?a=/../admin%2f",
			"/insight/",
			"/insight/a.b/c..d~/@e:f,g+h=i/-_/?x",
			"/search/insight/admin",
		])
			assert.equal(toldTo(await at(path, { headers: [asProgram()] })).request, `GET ${path}`);
		const absolute = await at(`${service.baseUrl}/insight/x?y`, { headers: [asProgram()] });
		assert.equal(toldTo(absolute).request, "GET /insight/x?y");
	});
}
