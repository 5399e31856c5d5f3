/** While an instance of an earlier release runs, which asks for no second factor, no login may rest on one. */
// Proves: factor-old-release
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { authenticatorOf, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { addAppAtLogin, makeOverdue, returning } from "../support/enrolment.ts";
import { plantInstance } from "../support/plant-instance.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("beside an instance of an earlier release", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	const isOn = async (visitor: Visitor) =>
		((await visitor.get("/api/auth/factors")).body?.secondFactor as { on: boolean } | undefined)?.on;
	async function activate(visitor: Visitor) {
		const offered = await visitor.post("/api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		return visitor.post("/api/auth/factors/totp/activate", { offer: offered.body?.offer, code: app.code() });
	}

	for (const version of ["0.1.0", "0.1.9", "0.0.2", "0.1.0-rc.2", "unknown"]) {
		it(`${version}, no authenticator app is added, and the answer says how long it takes at most`, async () => {
			const visitor = await service.loggedIn("ada");
			const remove = await plantInstance(service, version);
			const refused = await activate(visitor);
			await remove();
			assertProblem(refused, "upgrade_in_progress");
			assert.equal(refused.status, 503);
			const wait = Number(refused.headers.get("retry-after"));
			assert.ok(wait > 110 && wait <= 120, `${wait}`);
			assert.equal(await isOn(visitor), false);
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
		});
	}

	it("two-step login is not switched on, and what is on can be changed and switched off", async () => {
		const visitor = await service.loggedIn("ada");
		const app = await enrol(service, visitor);
		const put = (on: boolean) => visitor.send("PUT", "/api/auth/second-factor", { on });
		const remove = await plantInstance(service, "0.1.0");
		assert.equal((await activate(visitor)).status, 201, "a second app");
		assert.equal((await visitor.delete(`/api/auth/factors/${app.id}`)).status, 200);
		assert.equal((await put(false)).status, 200);
		assertProblem(await put(true), "upgrade_in_progress");
		await remove();
		assert.equal((await put(true)).status, 200);
	});

	it("no login adds a factor that is overdue", async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" };
		const strict = await startTestService({ databaseUrl: await database.url(), settings });
		try {
			await strict.addUser("cleo");
			const before = await strict.loggedIn("cleo");
			await makeOverdue(strict, "cleo");
			const visitor = returning(strict, before);
			const refused = await visitor.logIn("cleo", ADMIN_PASSWORD, { session: true });
			const { activation, path } = await addAppAtLogin(strict, visitor, refused);
			const remove = await plantInstance(strict, "0.1.0");
			assertProblem(await visitor.post(path, activation), "upgrade_in_progress");
			assert.equal(visitor.cookies.has("sallyport-sid"), false);
			await remove();
			assert.equal((await visitor.post(path, activation)).status, 200);
		} finally {
			await strict.stop();
		}
	});

	it("of this release or a later one, or one that was last seen two minutes ago, factors are added", async () => {
		const versions = ["0.2.0", "0.2.0-rc.1", "0.10.0", "1.0.0"];
		const removals = [];
		for (const version of versions) removals.push(await plantInstance(service, version));
		removals.push(await plantInstance(service, "0.1.0"));
		service.travel(120_000);
		await service.addUser("ben");
		assert.equal((await activate(await service.loggedIn("ben"))).status, 201);
		for (const remove of removals) await remove();
	});
});
