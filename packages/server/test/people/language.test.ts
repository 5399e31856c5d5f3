/** The language that users choose for themselves. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { enrol } from "../support/authenticator.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { addPasskey } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const path = "/api/auth/locale";

onSqlite("the language that a user chooses", (database) => {
	let world: MailWorld;
	before(async () => {
		world = await startMailWorld({ databaseUrl: await database.url() });
	});
	after(() => world.stop());

	const known = async (name: string) => {
		const { locale, version } = await administrationOf(world.service).users.find(name);
		return { locale, version };
	};

	/** Reads the language of the profile, in a browser that reads English. */
	async function languageOf(visitor: Visitor): Promise<string | undefined> {
		const { text, headers } = await visitor.get("/account", { "accept-language": "en" });
		assert.match(headers.get("vary") ?? "", /\bAccept-Language\b/);
		assert.match(headers.get("cache-control") ?? "", /no-store/);
		return /<html lang="([\w-]+)">/.exec(text)?.[1];
	}

	it("is that of the next page and of mails, until it is unset, and is on record without its value", async () => {
		const { id } = await world.addReader("ada", "ada@example.com");
		const ada = await world.service.loggedIn("ada");
		const { version } = await known("ada");
		assert.equal(await languageOf(ada), "en");
		const answer = await ada.post(path, { locale: "de" });
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(answer.body, { message: "Language chosen" });
		assert.equal(await languageOf(ada), "de");
		assert.equal((await ada.get("/api/auth/export")).status, 200);
		await world.mail.next("ada@example.com", /^Eine Kopie Ihrer Daten/);
		assert.equal((await ada.post(path, { locale: "de" })).status, 200);
		assert.deepEqual(await known("ada"), { locale: "de", version: version + 1 }, "the second is no change");

		const bearer = bearerOf(await world.service.visitor().logIn("ada", ADMIN_PASSWORD));
		assert.equal((await world.service.visitor().post(path, { locale: null }, bearer)).status, 200);
		assert.deepEqual(await known("ada"), { locale: null, version: version + 2 });
		assert.equal(await languageOf(ada), "en");
		const recorded = await rowsOf(world.service, "user_language_chosen");
		assert.deepEqual(
			recorded.map(({ user_id, actor_kind, actor_id, level, detail }) => [
				user_id,
				actor_kind,
				actor_id,
				level,
				detail,
			]),
			Array(2).fill([id, "self", id, "info", {}]),
		);
	});

	it("takes the place of what an operator has set, and of nothing else", async () => {
		await world.addReader("bea", "bea@example.com", { locale: "de-AT" });
		const { users } = administrationOf(world.service);
		const bea = await world.service.loggedIn("bea");
		const before = await users.find("bea");
		assert.equal((await bea.post(path, { locale: "en" })).status, 200);
		const after = { ...before, locale: "en", version: before.version + 1 };
		assert.deepEqual(await users.find("bea"), after);
	});

	// Proves: own-changes
	it("changes sixty times an hour, the names of factors included, and to the same one as often as you like", async () => {
		await world.addReader("dora", "dora@example.com");
		const dora = await world.service.loggedIn("dora");
		const { id } = await enrol(world.service, dora);
		const rename = (name: string) => dora.send("PATCH", `/api/auth/factors/${id}`, { name });
		const choose = (locale: string) => dora.post(path, { locale });
		// The app is the first of the sixty.
		for (let count = 1; count < 59; count++)
			assert.equal((await choose(count % 2 === 0 ? "en" : "de")).status, 200);
		assert.equal((await rename("Phone")).status, 200);
		const before = (await rowsOf(world.service, "user_language_chosen")).length;
		assertProblem(await choose("de"), "rate_limited");
		assertProblem(await rename("Old phone"), "rate_limited");
		const passkey = addPasskey(dora, { origin: new URL(world.service.baseUrl).origin });
		await assert.rejects(passkey, /rate_limited/);
		assert.equal((await rename("Phone")).status, 200);
		assert.equal((await choose("en")).status, 200);
		assert.equal((await rowsOf(world.service, "user_language_chosen")).length, before);
		assert.equal(
			(await dora.delete(`/api/auth/factors/${id}`)).status,
			200,
			"what an attacker added can be removed",
		);
		world.service.travel(61 * 60_000);
		assert.equal((await (await world.service.loggedIn("dora")).post(path, { locale: "de" })).status, 200);
	});

	it("is one of those that the pages are in, chosen by the user and by no other site", async () => {
		await world.addReader("cleo", "cleo@example.com");
		const cleo = await world.service.loggedIn("cleo");
		const before = await known("cleo");
		for (const locale of ["tlh", "de-AT", "en-XA", "", 1, ["de"], undefined])
			assertProblem(await cleo.post(path, { locale }), "validation_failed");
		assertProblem(await cleo.post(path, { locale: "de", user: "ada" }), "unknown_field");
		const body = { locale: "de" };
		assertProblem(await cleo.request("POST", path, { body }), "csrf_missing");
		const headers = { csrf: await world.service.copiedCsrf(cleo), origin: "https://evil.example" };
		assertProblem(await cleo.request("POST", path, { body, headers }), "origin_forbidden");
		assertProblem(await world.service.visitor().post(path, body), "unauthenticated");
		const ofCookie = bearerOf(await cleo.post("/api/auth/token"));
		assertProblem(await world.service.visitor().post(path, body, ofCookie), "forbidden");
		assert.deepEqual(await known("cleo"), before);
	});
});
