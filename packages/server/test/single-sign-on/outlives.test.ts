// At length: it races many requests at two instances.
/** What applications hold ends with its reason: at the next request, at another instance too. */
// Proves: sso-session
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as client from "openid-client";
import { DAY } from "../../src/platform/lib/clock.ts";
import {
	type Application,
	addApplication,
	agree,
	basic,
	type enter,
	follow,
	ONLY_ON,
	token,
	tokensOf,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

interface Held {
	visitor: Visitor;
	userId: string;
	name: string;
	charts: Application;
	tokens: Awaited<ReturnType<typeof enter>>;
	/** Begun and not redeemed: what waits between code and token. */
	code: () => Promise<unknown>;
	sessionId: string;
}

const users = ({ running }: TestService) => running.deployment.administration.users;
const applications = ({ running }: TestService) => running.deployment.administration.applications;

/** What ends it. */
const reasons: Record<string, (service: TestService, held: Held) => Promise<unknown>> = {
	"the user logs out": (_service, { visitor }) => visitor.post("/api/auth/logout"),
	"the user ends the session elsewhere": async (service, { name, sessionId }) => {
		const other = await service.loggedIn(name);
		await other.delete(`/api/auth/sessions/${sessionId}`);
	},
	"an operator ends the sessions of the user": (service, { userId }) =>
		users(service).endSessions({ id: userId }),
	"the user is disabled": (service, { userId }) => users(service).disable({ id: userId }),
	"the user is removed": (service, { userId }) => users(service).remove({ id: userId }),
	"the password is changed on another device": async (service, { name }) => {
		const other = await service.loggedIn(name);
		await other.post("/api/auth/password", {
			currentPassword: ADMIN_PASSWORD,
			newPassword: "another long pass phrase 7",
		});
	},
	"the user ends all other sessions": (_service, { visitor }) => visitor.delete("/api/auth/sessions"),
	"the user leaves the group": ({ running }, { userId }) =>
		running.deployment.administration.groups.move("staff", { join: [], leave: [{ id: userId }] }),
	"the application is disabled": (service, { charts }) => applications(service).disable({ id: charts.id }),
	"the application is removed": (service, { charts }) => applications(service).remove({ id: charts.id }),
	"the user takes the consent back": (_service, { visitor, charts }) =>
		visitor.post(`/api/auth/applications/${charts.id}/end`),
	"the session expires": async (service) => {
		service.travel(13 * 3_600_000);
	},
};

const endsByOperator: Record<string, (service: TestService, held: Held) => Promise<unknown>> = {
	"the user": (service, { userId }) => users(service).endSessions({ id: userId }),
	"some users": ({ running }, { userId }) => running.deployment.administration.sessions.endOf([userId]),
	"all users": ({ running }) => running.deployment.administration.sessions.endAll(),
};

/** The session lives on, and what ends with it. */
const ofOffline = ["the user ends all other sessions"];

forEachDatabase("What an application holds", (database) => {
	let service: TestService;
	let other: TestService;
	let users_ = 0;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON, SALLYPORT_OIDC_OFFLINE_MAXIMUM: "365d" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		other = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...settings, SALLYPORT_BASE_URL: service.baseUrl },
		});
		await service.running.deployment.administration.groups.add("staff");
	});
	after(async () => {
		await other.stop();
		await service.stop();
	});

	async function hold(offlineDays = 0): Promise<Held> {
		users_ += 1;
		const name = `user-${users_}`;
		const { id: userId } = await service.addUser(name);
		await service.running.deployment.administration.groups.move("staff", {
			join: [{ id: userId }],
			leave: [],
		});
		const charts = await addApplication(service, {
			allowedGroups: ["staff"],
			scopes: ["openid", "profile", "offline_access"],
			offlineDays,
		});
		const visitor = await service.loggedIn(name);
		const parameters =
			offlineDays > 0
				? { scope: "openid profile offline_access", prompt: "consent" }
				: { scope: "openid profile" };
		const first = await charts.begin(parameters);
		const tokens = await first.redeem(await agree(service, visitor, first));
		const begun = await charts.begin({ scope: "openid profile" });
		const back = (await follow(service, visitor, begun.url)).at;
		const me = await visitor.get("/api/auth/session");
		const sessionId = String((me.body?.session as { id: string } | undefined)?.id);
		return { visitor, userId, name, charts, tokens, code: () => begun.redeem(back), sessionId };
	}

	async function userinfoElsewhere({ tokens }: Held): Promise<number> {
		const headers = { authorization: `Bearer ${tokens.access_token}` };
		return (await fetch(`http://localhost:${other.port}/oidc/userinfo`, { headers })).status;
	}

	/** Fails where the application still gets anything, at either instance. */
	async function assertEnded(held: Held): Promise<void> {
		const { visitor, charts, tokens, code } = held;
		assert.equal(await userinfoElsewhere(held), 401, "userinfo at another instance");
		await assert.rejects(
			client.refreshTokenGrant(charts.configuration, tokens.refresh_token ?? ""),
			{ name: /ResponseBodyError|WWWAuthenticateChallengeError/ },
			"a refresh",
		);
		await assert.rejects(code(), "a code that was not redeemed");
		const { at } = await follow(
			service,
			visitor,
			(await charts.begin({ scope: "openid profile", prompt: "none" })).url,
		);
		assert.match(at, /error=|^\/oidc\/auth/, "a login without a question");
	}

	// First: the provider goes by the clock of the machine, which the last of the others leaves behind.
	describe("with access that outlives the session", () => {
		it("lives on when the session ends, and ends with the password", async () => {
			const held = await hold(7);
			await held.visitor.post("/api/auth/logout");
			const renewed = await client.refreshTokenGrant(
				held.charts.configuration,
				held.tokens.refresh_token ?? "",
			);
			assert.ok(renewed.refresh_token);
			const again = await service.loggedIn(held.name);
			await again.post("/api/auth/password", {
				currentPassword: ADMIN_PASSWORD,
				newPassword: "another long pass phrase 7",
			});
			await assert.rejects(client.refreshTokenGrant(held.charts.configuration, renewed.refresh_token ?? ""));
		});

		for (const [whose, end] of Object.entries(endsByOperator))
			it(`ends when an operator ends the sessions of ${whose}, though none is left`, async () => {
				const held = await hold(7);
				await held.visitor.post("/api/auth/logout");
				await end(service, held);
				const { refresh_token = "" } = held.tokens;
				await assert.rejects(client.refreshTokenGrant(held.charts.configuration, refresh_token));
			});

		it("lives longer than the keys that it was sealed with, which are replaced in time", async () => {
			const held = await hold(300);
			const { database } = service.running.deployment.opened;
			const sealed = async (kind: string) => {
				const rows = database.selectFrom("oidc_records").select("payload_sealed").where("kind", "=", kind);
				return rows.where("client_id", "=", held.charts.id).execute();
			};
			const before = await sealed("AuthorizationCode");
			await service.running.deployment.administration.keys.rotateSealingKey(true);
			assert.deepEqual(
				await sealed("AuthorizationCode"),
				before,
				"what is over in a minute is left as it is",
			);
			service.travel(100 * DAY);
			await service.running.maintenance.run();
			const { refresh_token = "" } = held.tokens;
			assert.ok(await client.refreshTokenGrant(held.charts.configuration, refresh_token));
			service.travel(-100 * DAY);
		});

		it("is known at once to an instance that has not read the keys of today yet", async () => {
			const held = await hold(300);
			await other.running.maintenance.stop();
			const { keys } = service.running.deployment.administration;
			// The second key did not exist when the other instance read them.
			for (let times = 0; times < 2; times += 1) await keys.rotateSealingKey(true);
			const headers = { authorization: basic(held.charts) };
			const { refresh_token = "" } = held.tokens;
			const answer = await token(other, { grant_type: "refresh_token", refresh_token }, headers);
			assert.equal(answer.status, 200, await answer.text());
			await keys.replaceSealingKeys();
			await keys.rotateSigningKey(true);
			other.travel(1_000);
			assert.equal((await other.visitor().get("/oidc/jwks")).status, 200);
			other.travel(-1_000);
			other.running.maintenance.start();
		});

		for (const reason of [
			"the password is changed on another device",
			...ofOffline,
			"an operator ends the sessions of the user",
			"the user is disabled",
		])
			it(`is refused too where a refresh token was written after ${reason}`, async () => {
				const held = await hold(7);
				const writeAgain = await tokensOf(service, held.charts);
				await reasons[reason]?.(service, held);
				await writeAgain();
				await users(service).enable({ id: held.userId });
				await assert.rejects(
					client.refreshTokenGrant(held.charts.configuration, held.tokens.refresh_token ?? ""),
				);
			});
	});

	for (const [reason, act] of Object.entries(reasons).filter(([reason]) => !ofOffline.includes(reason)))
		it(`ends when ${reason}`, async () => {
			const held = await hold();
			assert.ok(held.tokens.refresh_token);
			assert.equal(await userinfoElsewhere(held), 200);
			await act(service, held);
			if (reason === "the session expires") other.travel(13 * 3_600_000);
			await assertEnded(held);
		});
});
