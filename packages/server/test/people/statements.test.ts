/** What is known of a user costs no statement more, where it is used and where it is not. */
// With no other service in its process: it counts all statements given there.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { addPerson } from "../support/people.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { fewestStatements, watchStatements } from "../support/watch-statements.ts";

describe("what is known of a user", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_TOKEN_CLAIMS: "groups,email,department" };
		service = await startTestService({ settings });
		await service.addUser("nemo");
		const attributes = { department: "sales" };
		await addPerson(service, "ada", { email: "ada@example.com", groups: ["staff", "analysts"], attributes });
		for (const name of ["nemo", "ada"]) await service.visitor().logIn(name, ADMIN_PASSWORD);
	});
	after(() => service.stop());

	for (const name of ["nemo", "ada"]) {
		it(`a login, a check and a renewal of ${name} give the database as many statements as ever`, async () => {
			const visitor = service.visitor();
			await visitor.get("/api/auth/csrf");
			let bearer = { authorization: "" };
			const ofLogin = await fewestStatements(async () => {
				const answer = await visitor.post("/api/auth/login", { username: name, password: ADMIN_PASSWORD });
				assert.equal(answer.status, 200);
				bearer = bearerOf(answer);
			});
			// Release 0.1.0 needed one more.
			assert.equal(ofLogin.length, 16, ofLogin.join("\n"));
			const ofCheck = await watchStatements(async () => {
				assert.equal((await service.visitor().get("/api/auth/check", bearer)).status, 204);
			});
			// Each instance looks at the signing keys now and then.
			const reads = ofCheck.filter((sql) => /^select (?!.* from "signing_keys")/.test(sql));
			assert.equal(reads.length, 1, ofCheck.join("\n"));
			service.travel(6000);
			const ofRenewal = await watchStatements(async () => {
				assert.equal((await service.visitor().post("/api/auth/renew", {}, bearer)).status, 200);
			});
			for (const statements of [ofLogin, ofCheck, ofRenewal])
				assert.ok(!statements.some((sql) => /"group_members"|"groups" (where|set)/.test(sql)));
		});
	}
});
