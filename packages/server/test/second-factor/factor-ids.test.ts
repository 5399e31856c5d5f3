/** The id of a factor, as no list shows one. */
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService, type TestService } from "../support/service.ts";

forEachDatabase("a factor with an odd id", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	// PostgreSQL refuses to compare a text that holds NUL.
	it("is not found, whatever the id holds", async () => {
		const visitor = await service.loggedIn("ada");
		for (const id of ["%00", "x%00y", "'", "%F0%9F%92%A9"]) {
			const path = `/api/auth/factors/${id}`;
			assertProblem(await visitor.send("PATCH", path, { name: "phone" }), "not_found");
			assertProblem(await visitor.delete(path), "not_found");
		}
	});
});
