// At length: it kills, cuts off or fills what the service needs.
/** PostgreSQL goes in the middle of a login to an application. Nothing is accepted wrongly, or given twice; users log in again at worst. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as client from "openid-client";
import {
	type Application,
	addApplication,
	basic,
	codeFor,
	enter,
	follow,
	ONLY_ON,
	token,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { eventually } from "../support/interleave.ts";
import { type Cable, type Moment, startCable } from "../support/postgres-cable.ts";
import { type PostgresCluster, startPostgres } from "../support/postgres-cluster.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const SCOPES = ["openid", "profile", "email", "groups", "offline_access"];
const home = "https://charts.example.com/bye";

describe("a PostgreSQL that goes during single sign-on", () => {
	let cluster: PostgresCluster;
	let cable: Cable;
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		cluster = await startPostgres();
		cable = await startCable();
		const url = cable.through(`${cluster.url("postgres")}?options=-c%20synchronous_commit%3Don`);
		service = await startTestService({ databaseUrl: url, settings: { ...cheap, ...ONLY_ON } });
		await service.addUser("ada");
		charts = await addApplication(service, {
			...{ trusted: true, scopes: SCOPES, postLogoutUris: [home] },
		});
		ada = await service.loggedIn("ada");
	});
	after(async () => {
		await cluster.stop();
		await service.stop().catch(() => {});
		cable.close();
	});

	const redeem = (body: Record<string, string>) => token(service, body, { authorization: basic(charts) });

	async function assertAway(answer: Response): Promise<void> {
		const { error } = (await answer.json()) as { error?: string };
		assert.deepEqual(
			[answer.status, answer.headers.get("retry-after"), error],
			[503, "2", "temporarily_unavailable"],
		);
	}

	it("makes applications and people wait, and what they hold is good for one use when it is back", async () => {
		const { body } = await codeFor(service, ada, charts);
		const held = await enter(service, ada, charts, { scope: "openid" });
		const refresh = { grant_type: "refresh_token", refresh_token: held.refresh_token ?? "" };
		const bearer = { authorization: `Bearer ${held.access_token}` };
		const logout = client.buildEndSessionUrl(charts.configuration, {
			...{ id_token_hint: held.id_token ?? "", post_logout_redirect_uri: home },
		});
		await cluster.halt();
		// The first look is at the keys, and the second one at the tokens.
		for (const wait of [0, 2_000]) {
			service.travel(wait);
			await assertAway(await redeem(body));
			await assertAway(await redeem(refresh));
			await assertAway(await fetch(`${service.baseUrl}/oidc/userinfo`, { headers: bearer }));
			for (const url of [logout, (await charts.begin()).url]) {
				const { at, answer } = await follow(service, ada, url);
				assert.equal(answer.status, 503, at);
				assert.equal(answer.headers.get("retry-after"), "2");
				assert.match(answer.text, /<h1>/);
			}
		}
		await cluster.resume();
		await eventually(async () => (await ada.get("/api/auth/session")).status === 200);
		for (const status of [200, 400])
			for (const once of [body, refresh]) assert.equal((await redeem(once)).status, status);
		assert.equal((await follow(service, ada, logout)).at, home);
		assert.equal((await ada.get("/api/auth/session")).status, 401);
		ada = await service.loggedIn("ada");
	});

	const none = () => void cable.cutAt("nothing that is ever said", "unheard");

	/** Breaks the connection at each statement on these tables, until the act gets by without it. Resolves with how often. */
	async function cutEverywhere<Held>(
		words: string,
		prepare: () => Promise<Held>,
		act: (held: Held) => Promise<unknown>,
		check: (held: Held) => Promise<void>,
	): Promise<number> {
		let cuts = 0;
		for (const moment of ["unheard", "unanswered"] as Moment[])
			for (let nth = 1; ; nth += 1) {
				const held = await prepare();
				const isCut = cable.cutAt(words, moment, nth);
				await act(held);
				const wasCut = isCut();
				none();
				await check(held);
				if (!wasCut) break;
				cuts += 1;
			}
		return cuts;
	}

	type Shown = { body: Record<string, string>; first?: Response };
	for (const [what, prepare] of Object.entries({
		"a code": async (): Promise<Shown> => ({ body: (await codeFor(service, ada, charts)).body }),
		"a refresh token": async (): Promise<Shown> => {
			const { refresh_token = "" } = await enter(service, ada, charts, { scope: "openid" });
			return { body: { grant_type: "refresh_token", refresh_token } };
		},
	}))
		it(`gives tokens once at most for ${what}, wherever the connection breaks`, async () => {
			const cuts = await cutEverywhere(
				"oidc_records",
				prepare,
				async (held) => {
					held.first = await redeem(held.body);
				},
				async ({ body, first }) => {
					if (first?.status === 503) await assertAway(first);
					else assert.equal(first?.status, 200);
					const given = [first, await redeem(body)].filter((each) => each?.status === 200);
					assert.ok(given.length <= 1, `${given.length} answers with tokens`);
				},
			);
			assert.ok(cuts >= 8, `${cuts} cuts`);
		});

	it("shows a page, or sends the application its error, where a login breaks", async () => {
		for (const words of ["oidc_", "audit_events"])
			await cutEverywhere(
				words,
				() => charts.begin(),
				async ({ url }) => {
					const { at, answer } = await follow(service, ada, url);
					const error = at.startsWith("/") ? null : new URL(at).searchParams.get("error");
					if (at.startsWith("/")) assert.equal(answer.status, 503, at);
					else assert.ok(error === null || error === "temporarily_unavailable", at);
				},
				async () => {},
			);
		await enter(service, ada, charts, { scope: "openid" });
	});

	it("tells no user of a logout that did not happen", async () => {
		await cutEverywhere(
			"sessions",
			async () => {
				const visitor = await service.loggedIn("ada");
				const { id_token = "" } = await enter(service, visitor, charts, { scope: "openid" });
				const asked = { id_token_hint: id_token, post_logout_redirect_uri: home };
				return { visitor, url: client.buildEndSessionUrl(charts.configuration, asked), at: "" };
			},
			async (held) => {
				const { at, answer } = await follow(service, held.visitor, held.url);
				held.at = at;
				if (at.startsWith("/")) assert.equal(answer.status, 503, at);
			},
			async ({ visitor, at }) => {
				const { status } = await visitor.get("/api/auth/session");
				if (at === home) assert.equal(status, 401);
			},
		);
	});
});
