// At length: it runs the programs of another language.
/** Client libraries of other languages, where this machine has them: each is given the address of the issuer alone. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { follow, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type InstalledClient, installedClients } from "../support/installed-clients.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const present: InstalledClient[] = [];
for (const each of installedClients) {
	const missing = await each.missing();
	if (missing === null) present.push(each);
	else {
		const reason = `${missing}, so no login by it is tried`;
		it(reason, { skip: reason }, () => {});
	}
}

if (present.length > 0)
	describe("A user logs in to an application", () => {
		let service: TestService;
		let sub: string;
		before(async () => {
			service = await startTestService({ settings: { ...cheap, ...ONLY_ON } });
			sub = (await service.addUser("ada")).id;
			const { groups, users } = service.running.deployment.administration;
			await groups.add("staff", "");
			await users.set("ada", {}, { join: ["staff"] });
		});
		after(async () => {
			await service?.stop();
			for (const each of present) each.remove();
		});

		for (const { library, registration, start } of present)
			it(`that uses ${library}, by the address of the issuer alone`, async () => {
				const port = await freePort();
				const application = createVisitor(`http://127.0.0.1:${port}`);
				const { found, made } = await service.running.deployment.administration.applications.add({
					...{ name: library, trusted: true, redirectUris: [`http://127.0.0.1:${port}/callback`] },
					...registration,
				});
				const program = await start(port, {
					PORT: String(port),
					ISSUER: `${service.baseUrl}/oidc`,
					CLIENT_ID: found.client.id,
					CLIENT_SECRET: made?.value ?? "",
				});
				try {
					const begun = (await application.get("/login")).headers.get("location") ?? "";
					const { at } = await follow(service, await service.loggedIn("ada"), begun);
					const { body, text } = await application.get(at.slice(at.indexOf("/callback")));
					assert.deepEqual(body, { sub, name: "ada", groups: ["staff"] }, text + program.printed());
				} finally {
					await program.stop();
				}
			});
	});
