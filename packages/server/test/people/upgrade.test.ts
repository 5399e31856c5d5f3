/** An upgraded deployment says of people what it said before, until its operator wants more. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { migrations } from "../../src/platform/database/migrations/list.ts";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf, claimsIn, logInForToken, renewed } from "../support/people.ts";
import { startTestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const before = migrations.slice(
	0,
	migrations.findIndex(({ name }) => name === "0012-people"),
);
const ofEveryToken = "iss sub aud iat nbf exp jti sid auth_time amr role status".split(" ");

for (const dialect of ["sqlite", "postgres"] as const) {
	it(`tokens of a user from before the upgrade keep their claims, until a setting adds some (${dialect})`, async () => {
		const database = createTestDatabase(dialect);
		try {
			const databaseUrl = await database.url();
			const old = await openDatabase(databaseUrl);
			await migrate(old, { clock: systemClock, migrations: before });
			const user = {
				id: "0b0f7cb4-6f7c-4d53-9d3f-1f5f0a5d3c55",
				username: "ada",
				display_name: "Ada",
				role: "user",
			};
			const blank = { password_hash: null, password_changed_at: null, created_at: 1, last_login_at: null };
			await old.database
				.insertInto("users")
				.values({ ...user, ...blank, disabled_at: null } as never)
				.execute();
			await old.close();

			const first = await startTestService({ databaseUrl, settings: cheap });
			const passwordHash = await first.running.hasher.hash("correct horse battery staple");
			const { database: queries } = first.running.deployment.opened;
			await queries
				.updateTable("users")
				.set({ password_hash: passwordHash, password_changed_at: 2 })
				.execute();
			const login = await logInForToken(first, "ada");
			assert.deepEqual(Object.keys(claimsIn(login)), ofEveryToken);
			const { body } = await first.visitor().get("/api/auth/session", bearerOf(login));
			assert.deepEqual([body?.displayName, body?.email, body?.groups], ["Ada", null, []]);
			assert.deepEqual((await administrationOf(first).users.find("ada")).version, 1);
			await administrationOf(first).groups.add("staff");
			await administrationOf(first).users.set("ada", { groups: ["staff"] });
			assert.deepEqual(Object.keys(claimsIn(await renewed(first, login))), ofEveryToken);
			await first.stop();

			const more = { SALLYPORT_BASE_URL: first.baseUrl, SALLYPORT_TOKEN_CLAIMS: "groups" };
			const second = await startTestService({ databaseUrl, settings: { ...cheap, ...more } });
			second.travel(60_000);
			const visitor = createVisitor(`http://localhost:${second.port}`);
			const { status } = await visitor.get("/api/auth/session", bearerOf(login));
			assert.equal(status, 200, "the token of before");
			const later = claimsIn(await visitor.post("/api/auth/renew", {}, bearerOf(login)));
			assert.deepEqual(Object.keys(later), [...ofEveryToken, "groups"]);
			assert.deepEqual(later.groups, ["staff"]);
			await second.stop();
		} finally {
			await database.remove();
		}
	});
}
