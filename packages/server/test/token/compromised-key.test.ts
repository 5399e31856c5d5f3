/** An attacker has a signing key, and an operator replaces it with one command. */
// Proves: stolen-signing-key
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { es, forge, invented, opened, stolenKey } from "../support/forge.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, type TestService } from "../support/service.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";

const second = 1000;

forEachDatabase("after `key rotate --compromised` on one of two instances", (database) => {
	let two: TwoInstances;
	before(async () => {
		two = await startTwo(await database.url(), cheap);
		await two.instances[0].addUser("ada");
	});
	after(() => two?.stop());

	const who = (instance: TestService, token: string) =>
		two.at(instance).get("/api/auth/session", { authorization: `Bearer ${token}` });
	const logIn = async (instance: TestService) =>
		String((await two.at(instance).logIn("ada", ADMIN_PASSWORD)).body?.token);
	const kidsAt = async (instance: TestService) => {
		const { body } = await two.at(instance).get("/.well-known/jwks.json");
		const { keys } = body as unknown as { keys: Array<{ kid: string }> };
		return keys.map(({ kid }) => kid).sort();
	};

	// Proves: signing-keys
	it("neither publishes, signs with or accepts a key from before; users log in again, cookie sessions continue", async () => {
		const { instances, at, settings } = two;
		const [one, other] = instances;
		const token = await logIn(one);
		const browser = at(one);
		await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
		const key = await stolenKey(one);
		const { header, claims } = opened(token);
		const twin = forge(header, { ...claims, jti: randomUUID() }, es(key));
		for (const each of instances) assert.equal((await who(each, twin)).status, 200);
		const before = await kidsAt(other);

		const run = createHostedRunner({
			...settings,
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		});
		const outcome = await run("key rotate --compromised --json");
		assert.deepEqual([outcome.code, outcome.err], [0, ""]);
		const { active, removed, ended } = outcome.json() as { active: string; removed: string[]; ended: number };
		assert.deepEqual(removed.toSorted(), before);
		assert.equal(ended, 1);

		const list = (claims.status as { status_list: { uri: string } }).status_list.uri;
		for (const each of instances) {
			each.travel(second);
			const kids = await kidsAt(each);
			assert.equal(kids.length, 2);
			assert.ok(kids.includes(active));
			assert.ok(!kids.some((kid) => before.includes(kid)));
			assert.equal(opened((await at(each).get(new URL(list).pathname)).text).header.kid, active);
			for (const old of [token, twin, invented(opened(token), key, each.now())])
				assertProblem(await who(each, old), "invalid_token");
			assert.equal((await at(each).get("/api/auth/session", cookieOf(browser))).status, 200);
		}
		for (const each of instances) {
			const again = await logIn(each);
			assert.equal(opened(again).header.kid, active);
			for (const third of instances) assert.equal((await who(third, again)).status, 200);
		}
		const events = await rowsOf(one, "signing_key_compromised");
		assert.deepEqual(
			events.map(({ level, detail }) => [level, (detail.removed as string[]).toSorted()]),
			[["error", before]],
		);
	});

	it("the keys that sign are the only ones that the option is for, and what to do next is said", async () => {
		const run = createHostedRunner({
			...two.settings,
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		});
		const { code, out } = await run("key rotate --signing --compromised");
		assert.equal(code, 0);
		assert.match(out, /token session/);
		assert.match(out, /Restart APIs that verify tokens with another\s+library/);
	});
});
