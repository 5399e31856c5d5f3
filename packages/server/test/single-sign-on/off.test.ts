import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { countHeld, plantToken } from "../support/planted-applications.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** A sentence of the library. */
const SENTENCE = "authorization request has expired";

onSqlite("Single sign-on that is off", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	it("has no address", async () => {
		const visitor = service.visitor();
		for (const path of [
			"/oidc/auth",
			"/oidc/.well-known/openid-configuration",
			"/oidc-login/x",
			"/oidc/jwks",
		])
			assert.equal((await visitor.get(path)).status, 404, path);
		for (const method of ["GET", "POST", "PUT"])
			for (const path of ["/oidc", "/oidc/token"]) {
				const headers = { "content-type": "application/x-www-form-urlencoded" };
				const { status, body } = await visitor.request(method, path, {
					headers,
					...(method === "GET" ? {} : { body: "a=b" }),
				});
				assert.deepEqual([status, body?.message], [404, "Single sign-on is off here: SALLYPORT_OIDC."]);
			}
		const page = await visitor.get("/oidc", { accept: "text/html, application/xhtml+xml" });
		assert.match(page.text, /Single sign-on is off here: SALLYPORT_OIDC\./);
	});

	it("makes no keys, and removes what has expired since it was on", async () => {
		const of = { userId: "ada", clientId: "charts" };
		await plantToken(service, of);
		await plantToken(service, of, { expires_at: service.now() });
		await service.running.maintenance.run();
		assert.equal((await countHeld(service, "ada")).records, 1);
		const { database: rows } = service.running.deployment.opened;
		assert.deepEqual(await rows.selectFrom("oidc_signing_keys").selectAll().execute(), []);
	});
});

it("a service without applications loads no file of the library", () => {
	const dist = new URL("../../dist/", import.meta.url);
	const program = `
		const { registerHooks } = require("node:module");
		const loaded = [];
		registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
		import(${JSON.stringify(new URL("start-service.js", dist).href)}).then(() => {
			console.log(JSON.stringify(loaded));
			process.exit();
		});`;
	const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
	const loaded = JSON.parse(stdout || "[]") as string[];
	assert.ok(loaded.length > 5, stderr);
	const ofLibrary = readdirSync(dist).filter(
		(file) => file.endsWith(".js") && readFileSync(new URL(file, dist), "utf8").includes(SENTENCE),
	);
	assert.ok(ofLibrary.length > 0);
	assert.deepEqual(
		loaded.filter((url) => ofLibrary.some((file) => url.endsWith(`/${file}`))),
		[],
	);
});
