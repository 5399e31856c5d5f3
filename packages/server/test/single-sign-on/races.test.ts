// At length: it races many requests at two instances.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { CompiledQuery } from "kysely";
import * as client from "openid-client";
import {
	addApplication,
	agree,
	basic,
	codeFor,
	enter,
	follow,
	ONLY_ON,
	token,
	tokensOf,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { beforeNext, eventually, waits } from "../support/interleave.ts";
import { startTestService, type TestService } from "../support/service.ts";

forEachDatabase("Two instances", (database) => {
	let one: TestService;
	let two: TestService;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		one = await startTestService({ databaseUrl: await database.url(), settings });
		two = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...settings, SALLYPORT_BASE_URL: one.baseUrl },
		});
		await one.addUser("ada");
	});
	after(async () => {
		await two.stop();
		await one.stop();
	});

	// Proves: sso-codes
	it("give one token for a code that is shown to both at the same moment (Pocket ID 2.12), and end it", async () => {
		const charts = await addApplication(one, { trusted: true });
		const visitor = await one.loggedIn("ada");
		await enter(one, visitor, charts);
		await (await token(two, { grant_type: "refresh_token" }, { authorization: basic(charts) })).text();
		for (let round = 0; round < 200; round += 1) {
			// A user begins so many logins in a minute.
			if (round % 50 === 49) for (const each of [one, two]) each.travel(61_000);
			const { body } = await codeFor(one, visitor, charts);
			const answers = await Promise.all(
				[one, two, one, two].map((at) => token(at, body, { authorization: basic(charts) })),
			);
			const texts = await Promise.all(answers.map((each) => each.text()));
			const given = texts.filter((_text, at) => answers[at]?.status === 200);
			assert.equal(given.length, 1, `tokens in round ${round}`);
			const { access_token } = JSON.parse(given[0] ?? "") as { access_token: string };
			const headers = { authorization: `Bearer ${access_token}` };
			for (const { port } of [one, two])
				assert.equal((await fetch(`http://localhost:${port}/oidc/userinfo`, { headers })).status, 401);
		}
	});

	it("keep one session and application together when two tabs begin at the same moment", async () => {
		const charts = await addApplication(one, { trusted: true });
		const visitor = await one.loggedIn("ada");
		const begun = await Promise.all(Array.from({ length: 4 }, () => charts.begin()));
		const backs = await Promise.all(begun.map(({ url }) => follow(one, visitor, url)));
		for (const [index, { at }] of backs.entries()) assert.ok(await begun[index]?.redeem(at));
	});

	const OFFLINE = ["openid", "profile", "offline_access"] as const;
	const renew = ({ configuration }: Awaited<ReturnType<typeof addApplication>>, { refresh_token = "" }) =>
		client.refreshTokenGrant(configuration, refresh_token);

	for (const offlineDays of [0, 7])
		it(`do not revive a family that was ended for reuse, by what was still being written (${offlineDays} days)`, async () => {
			const charts = await addApplication(one, { trusted: true, scopes: OFFLINE, offlineDays });
			const visitor = await one.loggedIn("ada");
			const first = await enter(one, visitor, charts, { scope: "openid" });
			const second = await renew(charts, first);
			const writeAgain = await tokensOf(one, charts);
			await assert.rejects(renew(charts, first), { error: "invalid_grant" });
			await writeAgain();
			// The same session logs in again, and holds what it gets then.
			const anew = await enter(one, visitor, charts, { scope: "openid" });
			await assert.rejects(renew(charts, second), { error: "invalid_grant" });
			const headers = { authorization: `Bearer ${second.access_token}` };
			assert.equal((await fetch(`${one.baseUrl}/oidc/userinfo`, { headers })).status, 401);
			assert.ok((await renew(charts, anew)).access_token);
		});

	// Proves: sso-session
	it("do not revive it by a login that was under way either", async () => {
		const charts = await addApplication(one, { trusted: true, scopes: OFFLINE, offlineDays: 7 });
		const visitor = await one.loggedIn("ada");
		const first = await enter(one, visitor, charts, { scope: "openid" });
		const second = await renew(charts, first);
		const writeAgain = await tokensOf(one, charts);
		// It asks for more, so that a grant is written.
		const begun = await charts.begin({ scope: "openid profile" });
		beforeNextGrant(one, () => assert.rejects(renew(charts, first), { error: "invalid_grant" }));
		await follow(one, visitor, begun.url);
		await writeAgain();
		await assert.rejects(renew(charts, second), { error: "invalid_grant" });
	});

	it("give nothing to a login that was under way while its user was disabled, and enabled again", async () => {
		const { id } = await one.addUser("eve");
		const { users } = one.running.deployment.administration;
		const charts = await addApplication(one, { trusted: true, scopes: OFFLINE, offlineDays: 7 });
		const visitor = await one.loggedIn("eve");
		const begun = await charts.begin({ scope: "openid" });
		beforeNextGrant(one, () => users.disable({ id }));
		const { at } = await follow(one, visitor, begun.url);
		await users.enable({ id });
		assert.doesNotMatch(at, /[?&]code=/);
	});

	it("ask again where the user has ended the application while a login was under way", async () => {
		const charts = await addApplication(one);
		const visitor = await one.loggedIn("ada");
		await agree(one, visitor, await charts.begin());
		const elsewhere = await one.loggedIn("ada");
		const begun = await charts.begin();
		beforeNextGrant(one, () => visitor.post(`/api/auth/applications/${charts.id}/end`));
		assert.match((await follow(one, elsewhere, begun.url)).at, /^\/oidc-login\//);
	});

	it("ask again too where the login comes while that end is written", async () => {
		const charts = await addApplication(one, { logoutUri: "https://charts.example.com/logout" });
		const visitor = await one.loggedIn("ada");
		await agree(one, visitor, await charts.begin());
		const elsewhere = await one.loggedIn("ada");
		const begun = await charts.begin();
		let arrived: Promise<{ at: string }> | undefined;
		beforeNext(one.running.deployment.outbox, "queue", async () => {
			arrived = follow(two, elsewhere, begun.url);
			await Promise.race([arrived, isHeldUp(one)]);
		});
		const { status } = await visitor.post(`/api/auth/applications/${charts.id}/end`);
		assert.equal(status, 204);
		assert.match((await arrived)?.at ?? "", /^\/oidc-login\//);
	});
});

/** Some transaction waits for another one. On SQLite, where they run one at a time, any that is asked for does. */
async function isHeldUp({ running }: TestService): Promise<void> {
	const { opened } = running.deployment;
	if (opened.dialect === "sqlite") return;
	await eventually(() => waits(opened.database));
}

/** A login to an application has found which session it is of, and waits until `act` is done. */
function beforeNextGrant({ running }: TestService, act: () => Promise<unknown>): void {
	const { unsynced } = running.deployment.opened;
	const { executeQuery, transaction } = unsynced;
	const begin = () => {
		unsynced.transaction = transaction;
		const begun = transaction.call(unsynced).setIsolationLevel("read committed");
		const execute: typeof begun.execute = async (work) => {
			await act();
			return begun.execute(work);
		};
		return { setIsolationLevel: () => ({ execute }) };
	};
	unsynced.executeQuery = ((query: CompiledQuery) => {
		if (query.sql.startsWith('update "oidc_sessions"')) {
			unsynced.executeQuery = executeQuery;
			unsynced.transaction = begin as unknown as typeof transaction;
		}
		return executeQuery.call(unsynced, query);
	}) as typeof executeQuery;
}
