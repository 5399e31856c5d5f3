import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClientOptions, createClient } from "../../../client/src/index.ts";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startApi } from "../support/guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const ada = { username: "ada", password: ADMIN_PASSWORD };

for (const prefix of ["", "/analytics"]) {
	describe(`the client in cookie mode${prefix && `, under ${prefix}`}`, () => {
		let service: TestService;
		before(async () => {
			service = await startTestService({ prefix, settings: cheap });
			await service.addUser("ada");
		});
		after(() => service.stop());

		const clientOf = (options: Partial<ClientOptions<"cookie">> = {}) =>
			createClient({ baseUrl: service.baseUrl, clock: service.now, mode: "cookie", ...options });
		const path = (name: string) => `${prefix}/api/auth/${name}`;

		it("leads from the setup link through renewal and a password change to the logout", async () => {
			const client = clientOf();
			const token = tokenOf(service.running.setupLink);
			assert.equal(await client.checkSetupLink({ token }), undefined);
			await client.completeSetup({ token, password: ADMIN_PASSWORD });
			await assert.rejects(client.checkSetupLink({ token }), { code: "setup_link_used" });
			assert.equal((await client.session()).username, "admin");
			const first = await client.csrf();
			await client.renew();
			assert.notEqual(await client.csrf(), first);
			const newPassword = "nine purple lanterns over the harbour";
			await client.changePassword({ currentPassword: ADMIN_PASSWORD, newPassword });
			await client.reauthenticate(newPassword);
			assert.equal((await client.sessions()).length, 1);
			assert.equal(client.token, undefined);
			await client.logOut();
			await assert.rejects(client.session(), { code: "unauthenticated" });
			await client.logIn({ username: "admin", password: newPassword });
			await client.logOut();
		});

		it("sends the CSRF token with what changes something, and the secret never in a body", async () => {
			const { fetch, headers, seen } = watchFetch();
			const client = clientOf({ fetch });
			const { csrf, expiresAt } = await client.logIn(ada);
			assert.ok(Date.parse(expiresAt) > service.now());
			await client.session();
			assert.equal(headers.at(-1)?.has("csrf"), false);
			const answer = await client.fetch(`${service.baseUrl}/api/auth/renew`, { method: "POST" });
			assert.equal(answer.status, 200);
			assert.equal(headers.at(-1)?.get("csrf"), csrf);
			assert.equal(headers.at(-1)?.has("authorization"), false);
			assert.equal(seen.length, 4);
		});

		it("repairs a CSRF token that is refused, once, in calls and in fetch", async () => {
			const { fetch, count } = watchFetch();
			const client = clientOf({ csrf: "not.a.value", fetch });
			await client.logIn(ada);
			assert.equal(count(`POST ${path("login")}`), 2);

			let spoilt = 0;
			const spoiling = clientOf({
				async fetch(input, init) {
					const headers = new Headers(init?.headers);
					if (headers.has("csrf") && spoilt > 0) headers.set("csrf", `not.a.value.${spoilt--}`);
					return fetch(input, { ...init, headers });
				},
			});
			await spoiling.logIn(ada);
			const logOut = (body?: BodyInit) =>
				spoiling.fetch(`${service.baseUrl}/api/auth/reauthenticate`, {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: body ?? JSON.stringify({ password: ADMIN_PASSWORD }),
					...(body instanceof ReadableStream && { duplex: "half" }),
				});
			spoilt = 1;
			assert.equal((await logOut()).status, 200);
			spoilt = 2;
			const refused = await logOut();
			assert.deepEqual([refused.status, (await refused.json()).code], [403, "csrf_invalid"]);
			spoilt = 1;
			const stream = new Blob([JSON.stringify({ password: ADMIN_PASSWORD })]).stream();
			await assert.rejects(logOut(stream), { code: "not_repeatable" });
			assert.equal((await logOut()).status, 200);
		});

		it("shares a renewal, and renews beside a use once most of the idle time is over", async () => {
			const { fetch, count } = watchFetch();
			const client = clientOf({ fetch });
			const renewals = () => count(`POST ${path("renew")}`);
			const use = () => client.fetch(`${service.baseUrl}/api/auth/sessions`);
			await client.logIn(ada);
			await client.session();
			await Promise.all([client.renew(), client.renew(), client.renew()]);
			assert.equal(renewals(), 1);
			service.travel(44 * minute);
			await use();
			assert.equal(renewals(), 1);
			service.travel(2 * minute);
			const renewed = new Promise<void>((resolve) => client.watch(resolve));
			assert.equal((await use()).status, 200);
			await renewed;
			await use();
			assert.equal(renewals(), 2);
		});

		it("reports that the session is over, and tries no renewal then", async () => {
			const { fetch, count } = watchFetch();
			const lost: string[] = [];
			const client = clientOf({ fetch, onSessionLost: (code) => lost.push(code) });
			await client.logIn(ada);
			service.travel(61 * minute);
			assert.equal((await client.fetch(`${service.baseUrl}/api/auth/session`)).status, 401);
			await assert.rejects(client.session(), { code: "session_expired" });
			assert.deepEqual(lost, ["session_expired", "session_expired"]);
			assert.equal(count(`POST ${path("renew")}`), 0);
			await client.logIn(ada);
			await client.session();
		});

		it("gives neither cookie nor CSRF token to another origin, whatever was asked", async () => {
			const api = await startApi();
			try {
				for (const origins of [[], [api.origin]]) {
					const client = clientOf({ origins });
					await client.logIn(ada);
					await client.fetch(`${api.origin}/insights`, { method: "POST", body: "x" });
					await client.fetch(`${api.origin}/insights`);
				}
				assert.equal(api.requests.length, 4);
				for (const { headers } of api.requests)
					for (const name of ["cookie", "csrf"]) assert.equal(headers[name], undefined);
				const tokens = api.requests.map(({ headers }) => headers.authorization?.slice(0, 7));
				assert.deepEqual(tokens, [undefined, undefined, "Bearer ", "Bearer "]);
			} finally {
				await api.stop();
			}
		});
	});
}
