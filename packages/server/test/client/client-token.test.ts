import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspect } from "node:util";
import { decodeJwt } from "jose";
import { type ClientOptions, createClient } from "../../../client/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const ada = { username: "ada", password: ADMIN_PASSWORD };

for (const prefix of ["", "/analytics"]) {
	describe(`the client in token mode${prefix && `, under ${prefix}`}`, () => {
		let service: TestService;
		before(async () => {
			service = await startTestService({ prefix, settings: cheap });
			await service.addUser("ada");
		});
		after(() => service.stop());

		const clientOf = (options: Partial<ClientOptions> = {}) =>
			createClient({ baseUrl: service.baseUrl, clock: service.now, ...options });
		const path = (name: string) => `${prefix}/api/auth/${name}`;

		it("leads from the login to the logout", async () => {
			const client = clientOf();
			const { id, token } = await client.logIn(ada);
			assert.equal(client.token, token);
			assert.equal(decodeJwt(token).iss, service.baseUrl);

			const who = await client.session();
			assert.deepEqual([who.id, who.username, who.session.kind], [id, "ada", "token"]);
			const { token: renewed } = await client.renew();
			assert.notEqual(renewed, token);
			assert.equal(client.token, renewed);
			assert.equal(decodeJwt(renewed).sid, who.session.id);

			await client.logOut();
			assert.equal(client.token, undefined);
			await assert.rejects(client.session(), { code: "unauthenticated", status: 401 });
			await assert.rejects(clientOf({ token: renewed }).session(), { code: "session_ended" });
		});

		it("lists the sessions, ends one and then all others", async () => {
			const [client, one, other] = [clientOf(), clientOf(), clientOf()];
			for (const each of [client, one, other]) await each.logIn(ada);
			const own = (await client.session()).session.id;
			const ending = (await one.session()).session.id;
			assert.ok((await client.sessions()).some(({ id, current }) => id === own && current));
			await client.endSession(ending);
			await assert.rejects(one.session(), { code: "session_ended" });
			await assert.rejects(client.endSession(ending), { code: "not_found", status: 404 });
			assert.ok((await client.endOtherSessions()).ended >= 1);
			await assert.rejects(other.session(), { code: "session_ended" });
			assert.deepEqual(
				(await client.sessions()).map(({ id }) => id),
				[own],
			);
		});

		it("asks for the password again where the service wants it, and continues with a new one", async () => {
			await service.addUser("bob");
			const client = clientOf();
			await client.logIn({ username: "bob", password: ADMIN_PASSWORD });
			const before = client.token;
			service.travel(16 * minute);
			await assert.rejects(client.endOtherSessions(), { code: "reauthentication_required", status: 403 });
			await assert.rejects(client.reauthenticate("not this one"), { code: "invalid_credentials" });
			await client.reauthenticate(ADMIN_PASSWORD);
			await client.endOtherSessions();

			const change = { currentPassword: ADMIN_PASSWORD, newPassword: "short" };
			await assert.rejects(client.changePassword(change), (error: { code: string; errors: object[] }) => {
				assert.equal(error.code, "password_rejected");
				assert.equal(error.errors.length, 1);
				return true;
			});
			const newPassword = "nine purple lanterns over the harbour";
			await client.changePassword({ ...change, newPassword });
			assert.equal((await client.session()).username, "bob");
			await assert.rejects(clientOf({ token: before ?? "" }).session(), { code: "session_ended" });
			await clientOf().logIn({ username: "bob", password: newPassword });
		});

		it("logs in without being given a CSRF token: fetches one, and keeps its cookie", async () => {
			const { fetch, seen, headers } = watchFetch();
			const client = clientOf({ fetch });
			await client.logIn(ada);
			await client.logIn(ada);
			const login = `POST ${path("login")}`;
			assert.deepEqual(seen, [`GET ${path("csrf")}`, login, login]);
			assert.match(headers[1]?.get("cookie") ?? "", /-pre=/);
			await client.session();
			assert.equal(headers.at(-1)?.get("cookie"), null, "a cookie beside the token");
		});

		it("sends a copied CSRF token without any cookie, and repairs itself once that is worth nothing", async () => {
			const browser = await service.loggedIn("ada");
			const { fetch, seen, headers, credentials } = watchFetch();
			const client = clientOf({ csrf: await service.copiedCsrf(browser), fetch });
			await client.logIn(ada);
			await client.logIn(ada);
			await browser.post("/api/auth/logout");
			await client.logIn(ada);
			const login = `POST ${path("login")}`;
			assert.deepEqual(seen, [login, login, login, login]);
			const withCookie = headers.map((each) => each.has("cookie"));
			assert.deepEqual(withCookie, [false, false, false, true]);
			assert.deepEqual(credentials, ["omit", "omit", "omit", "include"]);
			await client.logIn(ada);
			assert.equal(seen.length, 5);
		});

		it("keeps its token to itself: another client begins without, unless it is given", async () => {
			const client = clientOf();
			const seen: (string | undefined)[] = [];
			client.watch(() => seen.push(client.token));
			const { token } = await client.logIn(ada);
			assert.equal(seen.at(-1), token);
			for (const printed of [JSON.stringify(client), inspect(client, { depth: 9, showHidden: true })])
				assert.ok(!printed.includes(token), "who prints the client prints the token");
			await assert.rejects(clientOf().session(), { code: "unauthenticated" });
			assert.equal((await clientOf({ token }).session()).username, "ada");
			const later = clientOf();
			later.token = token;
			assert.equal((await later.session()).username, "ada");
		});

		it("renews once, however many ask at the same time, and again when asked later", async () => {
			const { fetch, count } = watchFetch();
			const client = clientOf({ fetch });
			await client.logIn(ada);
			const answers = await Promise.all(Array.from({ length: 8 }, () => client.renew()));
			assert.equal(new Set(answers.map(({ token }) => token)).size, 1);
			assert.equal(count(`POST ${path("renew")}`), 1);
			await client.renew();
			assert.equal(count(`POST ${path("renew")}`), 2);
		});

		it("a caller that stops waiting for a renewal leaves it to other callers", async () => {
			const caller = new AbortController();
			const { fetch, count } = watchFetch(async (what) => what.endsWith("/renew") && caller.abort());
			const client = clientOf({ fetch });
			await client.logIn(ada);
			const [given, got, late] = await Promise.allSettled([
				client.renew({ signal: caller.signal }),
				client.renew(),
				client.renew({ signal: AbortSignal.abort() }),
			]);
			assert.deepEqual([given.status, got.status, late.status], ["rejected", "fulfilled", "rejected"]);
			assert.equal((given as PromiseRejectedResult).reason.code, "aborted");
			assert.equal(count(`POST ${path("renew")}`), 1);
		});

		it("a logout that overtakes a renewal still ends the session", async () => {
			const client = clientOf({
				fetch: watchFetch((what) => (what.endsWith("/renew") ? client.logOut() : undefined)).fetch,
			});
			await client.logIn(ada);
			await client.renew();
			assert.equal(client.token, undefined);
		});

		it("a login that overtakes a renewal keeps its own token", async () => {
			await service.addUser("carol");
			const carol = { username: "carol", password: ADMIN_PASSWORD };
			const client = clientOf({
				fetch: watchFetch((what) => (what.endsWith("/renew") ? client.logIn(carol) : undefined)).fetch,
			});
			await client.logIn(ada);
			await client.renew();
			assert.equal((await client.session()).username, "carol");
		});

		it("an authentication that overtakes a renewal keeps its own token: an API sees when it was", async () => {
			const later: string[] = [];
			const client = clientOf({
				fetch: watchFetch(async (what) => {
					if (what.endsWith("/renew")) later.push((await client.reauthenticate(ADMIN_PASSWORD)).token);
				}).fetch,
			});
			await client.logIn(ada);
			await client.renew();
			assert.equal(client.token, later[0]);
		});

		it("renews the session of the last login, although a renewal of the one before is under way", async () => {
			await service.addUser("erin");
			const renewed: string[] = [];
			const client = clientOf({
				fetch: watchFetch(async (what) => {
					if (!what.endsWith("/renew") || renewed.length > 0) return;
					renewed.push("first");
					await client.logIn({ username: "erin", password: ADMIN_PASSWORD });
					const { token } = await client.renew();
					renewed.push(token);
				}).fetch,
			});
			await client.logIn(ada);
			await client.renew();
			assert.equal(client.token, renewed[1]);
			assert.equal((await client.session()).username, "erin");
		});

		it("tells how long to wait when guessing was too fast", async () => {
			await service.addUser("dora");
			const guess = { username: "dora", password: "not this one" };
			const client = clientOf();
			for (let tries = 1; tries <= 10; tries++)
				await assert.rejects(client.logIn(guess), { code: "invalid_credentials", status: 401 });
			await assert.rejects(
				client.logIn(guess),
				(error: { code: string; status: number; retryAfter: number }) => {
					assert.deepEqual([error.code, error.status], ["rate_limited", 429]);
					assert.ok(error.retryAfter >= 1);
					return true;
				},
			);
		});
	});
}

it("the client tells how long to wait when the service is full", async () => {
	const settings = { SALLYPORT_HASH_THREADS: "1", SALLYPORT_HASH_QUEUE: "1", SALLYPORT_HASH_PASSES: "8" };
	const service = await startTestService({ settings });
	try {
		await service.addUser("ada");
		const logins = Array.from({ length: 12 }, () => createClient({ baseUrl: service.baseUrl }).logIn(ada));
		const answers = await Promise.allSettled(logins);
		const refused = answers.filter((answer) => answer.status === "rejected");
		assert.ok(refused.length > 0 && refused.length < answers.length);
		for (const { reason } of refused) {
			assert.deepEqual([reason.code, reason.status], ["overloaded", 503]);
			assert.ok(reason.retryAfter >= 1);
		}
	} finally {
		await service.stop();
	}
});
