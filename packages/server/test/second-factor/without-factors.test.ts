/** A user without a second factor pays nothing for those of others, and nothing for a policy that requires none of the user. */
// Proves: without-factors
// With no other service in its process: it counts all statements given there.
import assert from "node:assert/strict";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchStatements } from "../support/watch-statements.ts";

/** As many as release 0.1.0 needed, which has no factors. */
const logins: Array<[what: string, password: string, more: object, status: number, statements: number]> = [
	["a token login", ADMIN_PASSWORD, {}, 200, 16],
	["a cookie login", ADMIN_PASSWORD, { session: true }, 200, 15],
	["a token login with a wrong password", "not the password", {}, 401, 9],
	["a cookie login with a wrong password", "not the password", { session: true }, 401, 9],
];

onSqlite("without a second factor", (database) => {
	/** A service, alone in this process, with new users. */
	async function withUsers(
		setting: string,
		count: number,
		use: (service: TestService, names: string[]) => Promise<void>,
	): Promise<void> {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: setting, SALLYPORT_ACCOUNT_FAILURES: "1000" };
		const service = await startTestService({ databaseUrl: await database.url(), settings });
		try {
			const names = Array.from({ length: count }, (_, at) => `${setting}${count}-${at}`);
			for (const name of names) await service.addUser(name);
			await use(service, names);
		} finally {
			await service.stop();
		}
	}

	/** What a login is given, and the least of several: what else runs in this process only adds to it. */
	async function statementsOf(service: TestService, names: string[], password: string, more: object) {
		const seen: string[][] = [];
		let status = 0;
		for (const username of names) {
			const visitor = service.visitor();
			await visitor.get("/api/auth/csrf");
			const statements = await watchStatements(async () => {
				const answer = await visitor.post("/api/auth/login", { username, password, ...more });
				status = answer.status;
			});
			seen.push(statements);
		}
		const [least = []] = seen.sort((one, other) => one.length - other.length);
		return { status, least, all: seen.flat() };
	}

	it("a login gives the database no more statements than before there were factors, and none about them", () =>
		withUsers("optional", 1, async (service, [name = ""]) => {
			const five = Array<string>(5).fill(name);
			for (const [what, password, more, expected, count] of logins) {
				const { status, least, all } = await statementsOf(service, five, password, more);
				assert.deepEqual([what, status, least.length], [what, expected, count], least.join("\n"));
				for (const table of ["totp_secrets", "recovery_codes", "used_challenges", "passkeys"])
					assert.ok(!all.some((sql) => sql.includes(`"${table}"`)), table);
			}
		}));

	it("a login takes one statement more, once, where a second factor is required, and none where it is not", async () => {
		const counts: Record<string, number[]> = {};
		for (const setting of ["optional", "admins", "everybody"]) {
			await withUsers(setting, 5, async (service, names) => {
				const login = () => statementsOf(service, names, ADMIN_PASSWORD, { session: true });
				counts[setting] = [(await login()).least.length, (await login()).least.length];
			});
		}
		const [first = 0, second] = counts.optional ?? [];
		assert.deepEqual(counts, {
			optional: [first, second],
			admins: [first, second],
			everybody: [first + 1, second],
		});
	});
});
