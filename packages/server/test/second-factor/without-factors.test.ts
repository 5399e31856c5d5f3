/** A user without a second factor pays nothing for those of others. */
// Alone in its process: it counts all statements given there, and another service would add its own.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchStatements } from "../support/watch-statements.ts";

let service: TestService;
before(async () => {
	service = await startTestService({ settings: cheap });
	await service.addUser("ada");
	await service.visitor().logIn("ada", ADMIN_PASSWORD);
});
after(() => service.stop());

/** As many as release 0.1.0 needed, which knows no factors. */
const logins: Array<[what: string, password: string, more: object, status: number, statements: number]> = [
	["a token login", ADMIN_PASSWORD, {}, 200, 17],
	["a cookie login", ADMIN_PASSWORD, { session: true }, 200, 16],
	["a token login with a wrong password", "not the password", {}, 401, 9],
	["a cookie login with a wrong password", "not the password", { session: true }, 401, 9],
];
for (const [what, password, more, status, expected] of logins) {
	it(`${what} gives the database as many statements as before there were factors`, async () => {
		const visitor = service.visitor();
		await visitor.get("/api/auth/csrf");
		const statements = await watchStatements(async () => {
			const answer = await visitor.post("/api/auth/login", { username: "ada", password, ...more });
			assert.equal(answer.status, status);
		});
		assert.equal(statements.length, expected, statements.join("\n"));
		for (const table of ["totp_secrets", "recovery_codes", "used_challenges", "passkeys"])
			assert.ok(!statements.some((sql) => sql.includes(`"${table}"`)), table);
	});
}
