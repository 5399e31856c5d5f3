/** What the service says to admins comes in their language; programs that ask for none read English. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { onSqlite } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import type { Answer } from "../support/visitor.ts";

const wiki = { redirectUris: ["http://192.168.1.7/cb"], insecure: true, logoutUri: "http://192.168.1.7/out" };
const texts = ({ title, fact, advice }: Record<string, unknown>) => [title, fact, advice];

onSqlite("what the service says to admins", (database) => {
	const world = createAdministrationWorld(database);
	const languageOf = ({ headers }: Answer) => headers.get("content-language");

	it("comes in German for those who ask for it, under the same names and grades", async () => {
		const { users, applications, accessKeys } = administrationOf(world.service());
		await applications.add({ ...wiki, name: "Wiki", secretDays: 5 });
		await users.add({ name: "robot", kind: "service", role: "user", passwordHash: null });
		await accessKeys.add("robot", { name: "job", days: 1 });
		const { visitor: admin } = await world.person("admin");
		const english = await admin.get("/api/admin/health");
		const german = await admin.get("/api/admin/health", { "accept-language": "de-AT,en;q=0.5" });
		assert.deepEqual([languageOf(english), languageOf(german)], ["en", "de"]);
		const [found, same] = [listIn(english, "checks"), listIn(german, "checks")];
		assert.deepEqual(
			same.map((each) => [each.name, each.status]),
			found.map((each) => [each.name, each.status]),
		);
		assert.ok(found.filter(({ status }) => status === "warning").length >= 5, english.text);
		for (const [at, { name, title, advice }] of found.entries()) {
			assert.equal(title, name);
			const german = texts(same[at] ?? {});
			for (const text of german) if (text !== null) assert.match(String(text), /^\S.+[^.]\.?$/);
			assert.doesNotMatch(german.join(" "), /\b(the|is|are|of|and)\b/);
			assert.equal(german[2] === null, advice === null);
		}
		const about = (checks: typeof found) => checks.filter(({ name }) => name === "applications").map(texts);
		assert.deepEqual(about(found)[0], [
			"applications",
			"single sign-on is off: no user can log in to the 1 that there are",
			"Start the service with SALLYPORT_OIDC=on.",
		]);
		assert.deepEqual(about(same)[0], [
			"Anwendungen",
			"Single Sign-on ist aus: Bei 1 Anwendung kann sich niemand anmelden.",
			"Starten Sie den Dienst mit SALLYPORT_OIDC=on.",
		]);
	});

	it("is English for a program that asks for any language, or for one that there is not", async () => {
		const { headers } = await world.program();
		for (const asked of ["*", "fr", "en-GB,de;q=0.9"]) {
			const answer = await world
				.service()
				.visitor()
				.get("/api/admin/health", { ...headers, "accept-language": asked });
			assert.equal(languageOf(answer), "en", asked);
			assert.match(answer.text, /"fact":"up to date"/);
		}
	});

	it("is the same of an application's own configuration, when it is registered and later", async () => {
		const { visitor: admin } = await world.person("admin");
		const body = { template: "vaultwarden", url: "https://vault.example.com", id: "vault" };
		const made = await admin.post("/api/admin/clients", body, { "accept-language": "de" });
		const address = "/api/admin/clients/vault";
		const [german, english] = [
			await admin.get(address, { "accept-language": "de" }),
			await admin.get(address),
		];
		assert.deepEqual([made, german, english].map(languageOf), ["de", "de", "en"]);
		const setups = [made, german, english].map(
			({ body }) => body?.setup as Record<string, string | string[]>,
		);
		assert.deepEqual(
			setups.map((setup) => setup.where),
			["die Umgebung von Vaultwarden", "die Umgebung von Vaultwarden", "the environment of Vaultwarden"],
		);
		const [first, second, third] = setups.map(({ notes = "" }) => notes);
		assert.deepEqual(first, second);
		assert.match(String(first), /^Die Admin-Seite behält `ADMIN_TOKEN`; .*Von Abmeldungen wird sie nicht/);
		assert.match(String(third), /^The admin page keeps `ADMIN_TOKEN`; .*It is not notified of logouts: /);
		assert.equal(setups[1]?.lines, setups[2]?.lines);
	});
});
