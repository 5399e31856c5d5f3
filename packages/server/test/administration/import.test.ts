/** Many users at once: each row by itself, tried out or added. */
// Proves: administration-input
import assert from "node:assert/strict";
import { it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";

forEachDatabase("import over HTTP", (database) => {
	const world = createAdministrationWorld(database);
	const PATH = "/api/admin/users/import";

	const counted = async () => {
		const { database: rows } = world.service().running.deployment.opened;
		const tables = ["users", "group_members", "audit_events", "deliveries"] as const;
		const counts = tables.map((table) =>
			rows.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as("count")),
		);
		return Promise.all(counts.map(async (count) => Number((await count.executeTakeFirstOrThrow()).count)));
	};

	const rows = [
		{ username: "Row-One", email: "one@example.com", groups: ["crew"], attributes: { desk: "4" } },
		{ username: "row-two", kind: "service" },
		{ username: "row-one" },
		{ username: "row-four", email: "not an address" },
		{ username: "row-five", password: "secret" },
		{ username: "row six" },
		"row-seven",
		{ username: "row-eight", groups: ["nowhere"] },
		{ username: "row-nine", externalId: "9" },
		{ username: "row-ten", externalId: "9" },
		{ username: "<img onerror=alert(1)>" },
		{ username: "row-twelve", role: "admin" },
		{ username: "row-eight" },
		{ username: "row-fourteen", id: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47" },
	];

	it("tells of each row what adding it comes to, and stores nothing when it is tried out", async () => {
		const { visitor: admin } = await world.person("admin");
		await administrationOf(world.service()).groups.add("crew");
		const before = await counted();
		const tried = await admin.post(`${PATH}?dryRun=true`, { rows });
		assert.deepEqual(await counted(), before);

		const added = await admin.post(PATH, { rows });
		const outcome = (answer: typeof tried) =>
			listIn(answer, "results").map(({ row, status, code, pointer }) => [row, status, code, pointer]);
		assert.deepEqual(outcome(tried), outcome(added));
		assert.deepEqual(outcome(added), [
			[1, "done", null, null],
			[2, "done", null, null],
			[3, "refused", "validation_failed", "/username"],
			[4, "refused", "validation_failed", "/email"],
			[5, "refused", "unknown_field", "/password"],
			[6, "refused", "validation_failed", "/username"],
			[7, "refused", "validation_failed", ""],
			[8, "refused", "validation_failed", "/groups"],
			[9, "done", null, null],
			[10, "refused", "validation_failed", "/externalId"],
			[11, "refused", "validation_failed", "/username"],
			[12, "done", null, null],
			// Another row of the name was refused, so this one is the first.
			[13, "done", null, null],
			[14, "done", null, null],
		]);
		assert.deepEqual([added.body?.added, added.body?.refused], [6, 8]);
		assert.ok(
			listIn(added, "results").every(({ status, message }) => (status === "done") === (message === null)),
		);

		const [first] = listIn(added, "results");
		const { body: user } = await admin.get(`/api/admin/users/${first?.id}`);
		assert.deepEqual(
			[user?.username, user?.email, user?.groups, user?.attributes, user?.state, user?.setupLinkExpiresAt],
			["row-one", "one@example.com", ["crew"], { desk: "4" }, "invited", null],
		);
		// Sent again, whatever else of them another user may not have.
		const done = listIn(added, "results").flatMap(({ status }, at) => (status === "done" ? [rows[at]] : []));
		const again = listIn(await admin.post(PATH, { rows: done }), "results");
		assert.deepEqual([...new Set(again.map(({ code }) => code))], ["username_taken"]);
	});

	it("lets an access key add no admin, and invite, vouch for addresses and name groups with their scopes alone", async () => {
		const key = await world.program(["sallyport:users:write"]);
		const visitor = world.service().visitor(key.headers);
		const rows = [{ username: world.newName(), role: "admin" }, { username: world.newName() }];
		const codes = listIn(await visitor.post(PATH, { rows }), "results").map(({ code }) => code);
		assert.deepEqual(codes, ["forbidden", null]);
		const [username, email] = [world.newName(), "ghost@evil.example"];
		for (const body of [
			{ rows: [{ username, groups: [] }] },
			{ rows: [{ username, email }], invite: "mail" },
			{ rows: [{ username: world.newName() }, { username, email, emailVerified: true }] },
		])
			assertProblem(await visitor.post(PATH, body), "insufficient_scope");
	});

	// Limits of a request, and no work for the database.
	if (database.dialect === "sqlite")
		it("takes a thousand rows of a kilobyte, and no more", async () => {
			const { visitor: admin } = await world.person("admin");
			const filler = Object.fromEntries(["one", "two", "three"].map((name) => [name, "x".repeat(250)]));
			const row = (at: number) => ({ username: `many-${at}`, attributes: filler });
			const most = Array.from({ length: 1000 }, (_, at) => row(at));
			const tried = await admin.post(`${PATH}?dryRun=true`, { rows: most });
			assert.equal(tried.body?.added, 1000, tried.text.slice(0, 300));
			assertProblem(await admin.post(PATH, { rows: [...most, row(1000)] }), "validation_failed");
			const tooLong = most.map((each) => ({ ...each, displayName: "x".repeat(254) }));
			assertProblem(await admin.post(PATH, { rows: tooLong }), "body_too_large");
			for (const body of [{}, { rows: [] }, { rows: {} }, { rows: [{}], invite: "link" }])
				assertProblem(await admin.post(PATH, body), "validation_failed");
			assertProblem(await admin.post(PATH, { rows: [{}], hashes: true }), "unknown_field");
		});
});
