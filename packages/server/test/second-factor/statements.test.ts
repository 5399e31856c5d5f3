/** What the policy costs those of whom it demands nothing. */
// Alone in its process: it counts what SQLite runs there.
import assert from "node:assert/strict";
import { StatementSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

/** How many statements SQLite has run in this process. */
let count = 0;
for (const name of ["all", "run"] as const) {
	const { [name]: original } = StatementSync.prototype;
	StatementSync.prototype[name] = function (this: StatementSync, ...given: never[]) {
		count += 1;
		return Reflect.apply(original, this, given);
	} as never;
}

const names = ["ada", "bob", "carl", "dan", "eve", "fay"];

describe("a login", () => {
	const services = new Map<string, TestService>();
	before(async () => {
		for (const setting of ["optional", "admins", "everybody"]) {
			const service = await startTestService({ settings: { ...cheap, SALLYPORT_SECOND_FACTOR: setting } });
			for (const name of names) await service.addUser(name);
			services.set(setting, service);
		}
	});
	after(async () => {
		for (const service of services.values()) await service.stop();
	});

	/** The least of several users: what else runs in this process only adds to it. */
	async function statementsOf(setting: string): Promise<number> {
		const counts = [];
		for (const name of names) {
			const visitor = services.get(setting)?.visitor();
			await visitor?.get("/api/auth/csrf");
			const before = count;
			const answer = await visitor?.logIn(name, ADMIN_PASSWORD, { session: true });
			assert.equal(answer?.status, 200);
			counts.push(count - before);
		}
		return Math.min(...counts);
	}

	it("takes one statement more, once, where a second factor is demanded, and none where it is not", async () => {
		const first = await statementsOf("optional");
		const second = await statementsOf("optional");
		assert.ok(first > 5);
		assert.deepEqual([await statementsOf("admins"), await statementsOf("admins")], [first, second]);
		assert.deepEqual([await statementsOf("everybody"), await statementsOf("everybody")], [first + 1, second]);
	});
});
