/** A client that sends a code beside the password learns nothing about the password. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Dialect } from "../../src/platform/database/open.ts";
import { enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

/** What eight logins from unknown devices are answered, each with a wrong code; on a service of their own. */
async function answersTo(password: string, dialect: Dialect): Promise<object[]> {
	await using stack = new AsyncDisposableStack();
	const database = createTestDatabase(dialect);
	stack.defer(() => database.remove());
	const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	stack.defer(() => service.stop());
	await service.addUser("ada");
	const code = wrongCode(await enrol(service, await service.loggedIn("ada")));
	const answers: object[] = [];
	// More than are looked at, fewer than the account takes.
	for (let attempt = 0; attempt < 8; attempt++) {
		const { status, headers, body } = await service.visitor().logIn("ada", password, { code });
		const { requestId: _, ...told } = body ?? {};
		// The last one names the port.
		const differ = new Set(["date", "x-request-id", "connection", "keep-alive", "www-authenticate"]);
		const shown = [...headers]
			.filter(([name]) => !differ.has(name))
			// Seconds that have gone by are no difference.
			.map(([name, value]) => [name, name === "ratelimit" ? value.replace(/t=\d+/, "t") : value]);
		answers.push({ status, told, headers: Object.fromEntries(shown) });
	}
	return answers;
}

for (const dialect of ["sqlite", "postgres"] as const) {
	// Proves: wrong-code-alike
	it(`a wrong code, and one of too many, get the answer of a wrong password, headers included (${dialect})`, async () => {
		const passwords = [ADMIN_PASSWORD, "not the password of ada"];
		const [right = [], wrong] = await Promise.all(passwords.map((each) => answersTo(each, dialect)));
		assert.deepEqual(right, wrong);
		assert.deepEqual(
			right.map((answer) => (answer as { status: number }).status),
			Array(8).fill(401),
		);
	});
}
