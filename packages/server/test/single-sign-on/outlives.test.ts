// At length: it races many requests at two instances.
/** What applications hold ends with its reason: at the next request, at another instance too. */
// Proves: sso-session
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as client from "openid-client";
import { agree, basic, follow, token, tokensOf } from "../support/application.ts";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createHolders, type Held } from "../support/holders.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

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
	"two-step login is turned on elsewhere": async (service, { name }) => {
		await enrol(service, await service.loggedIn(name));
	},
	"a factor is removed elsewhere": async (service, { visitor, name, userId, charts, tokens }) => {
		const app = await enrol(service, visitor);
		await client.fetchUserInfo(charts.configuration, tokens.access_token, userId);
		const other = service.visitor();
		const code = app.next();
		assert.equal((await other.logIn(name, ADMIN_PASSWORD, { session: true, code })).status, 200);
		const removed = await other.delete(`/api/auth/factors/${app.id}`);
		assert.equal(removed.status, 200, removed.text);
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
	const world = createHolders(database);
	const { hold } = world;
	let service: TestService;
	let other: TestService;
	before(() => {
		[service, other] = [world.service(), world.other()];
	});

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

		it("ends with one of two factors, though two-step login stays on", async () => {
			const { visitor, charts } = await hold(7);
			const app = await enrol(service, visitor);
			await enrol(service, visitor);
			const begun = await charts.begin({ scope: "openid profile offline_access", prompt: "consent" });
			const tokens = await begun.redeem(await agree(service, visitor, begun));
			const renew = (held: { refresh_token?: string }) =>
				client.refreshTokenGrant(charts.configuration, held.refresh_token ?? "");
			const renewed = await renew(tokens);
			const removed = await visitor.delete(`/api/auth/factors/${app.id}`);
			assert.equal(removed.status, 200, removed.text);
			await assert.rejects(renew(renewed), { error: "invalid_grant" });
		});

		for (const [whose, end] of Object.entries(endsByOperator))
			it(`ends when an operator ends the sessions of ${whose}, though none is left`, async () => {
				const held = await hold(7);
				await held.visitor.post("/api/auth/logout");
				await end(service, held);
				const { refresh_token = "" } = held.tokens;
				await assert.rejects(client.refreshTokenGrant(held.charts.configuration, refresh_token));
			});

		for (const reason of [
			"the password is changed on another device",
			"the user ends the session elsewhere",
			"two-step login is turned on elsewhere",
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

	describe("at an instance on which single sign-on is off", () => {
		let off: TestService;
		before(async () => {
			const settings = { ...cheap, SALLYPORT_BASE_URL: service.baseUrl };
			off = await startTestService({ databaseUrl: await database.url(), settings });
		});
		after(() => off.stop());

		for (const reason of [
			"the password is changed on another device",
			"the user ends the session elsewhere",
			"the user ends all other sessions",
			"the user is disabled",
		])
			it(`ends when ${reason}`, async () => {
				const held = await hold(7);
				await reasons[reason]?.(off, { ...held, visitor: await off.loggedIn(held.name) });
				await users(off).enable({ id: held.userId });
				const { refresh_token = "" } = held.tokens;
				await assert.rejects(client.refreshTokenGrant(held.charts.configuration, refresh_token));
			});
	});

	it("is renewed by either of two secrets, and by neither that has ended, at another instance too", async () => {
		const { charts, tokens } = await hold();
		const { addSecret, endSecret, find } = applications(service);
		const second = (await addSecret(charts.id, { days: 1 })).value;
		let refresh_token = tokens.refresh_token ?? "";
		async function renewBy(secret: string | null): Promise<number> {
			const body = { grant_type: "refresh_token", refresh_token };
			const answer = await token(other, body, { authorization: basic({ ...charts, secret }) });
			const given = (await answer.json()) as { refresh_token?: string };
			refresh_token = given.refresh_token ?? refresh_token;
			return answer.status;
		}
		for (const secret of [charts.secret, second]) assert.equal(await renewBy(secret), 200);
		const [first] = (await find(charts.id)).secrets;
		await endSecret(charts.id, first?.id ?? "");
		assert.equal(await renewBy(charts.secret), 401);
		assert.equal(await renewBy(second), 200);
		for (const each of [service, other]) each.travel(25 * 3_600_000);
		assert.equal(await renewBy(second), 401);
		for (const each of [service, other]) each.travel(-25 * 3_600_000);
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
