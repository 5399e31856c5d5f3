import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import {
	type ClientOptions,
	createClient,
	type Mode,
	type SallyportError,
} from "../../../client/src/index.ts";
import { tokenOf } from "../support/administration.ts";
import { type Authenticator, codeOf, enrol, fromBase32, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const ada = { username: "ada", password: ADMIN_PASSWORD };

/** The error of a call that must be rejected. */
function rejection(call: Promise<unknown>): Promise<SallyportError> {
	return call.then(
		() => assert.fail("It was not rejected."),
		(error) => error as SallyportError,
	);
}

for (const mode of ["token", "cookie"] as const satisfies Mode[]) {
	describe(`the client in ${mode} mode, for a user with two-step login`, () => {
		let service: TestService;
		let app: Authenticator;
		before(async () => {
			service = await startTestService({ prefix: "/analytics", settings: cheap });
			await service.addUser("ada");
			app = await enrol(service, await service.loggedIn("ada"));
		});
		after(() => service.stop());

		const clientOf = (options: Partial<ClientOptions<Mode>> = {}) =>
			createClient<Mode>({ baseUrl: service.baseUrl, clock: service.now, mode, ...options });
		const session = async (client: ReturnType<typeof clientOf>) => (await client.session()).session;

		it("logs in with a code in the same call", async () => {
			const client = clientOf();
			await client.logIn({ ...ada, code: app.next() });
			const { acr, amr, kind } = await session(client);
			assert.deepEqual([acr, amr, kind], ["aal2", ["pwd", "otp", "mfa"], mode]);
		});

		it("logs in without one in two steps, and learns of the first what the second takes", async () => {
			const client = clientOf();
			const error = await rejection(client.logIn(ada));
			assert.equal(error.code, "second_factor_required");
			assert.deepEqual(error.methods, ["totp", "recovery_code"]);
			assert.ok(Date.parse(error.expiresAt ?? "") > service.now());
			const challenge = error.challenge ?? "";
			const wrong = { challenge, code: wrongCode(app) };
			await assert.rejects(client.answerSecondFactor(wrong), { code: "second_factor_invalid", status: 401 });
			await assert.rejects(client.session(), { code: "unauthenticated" });
			await client.answerSecondFactor({ challenge, code: app.next() });
			assert.equal((await session(client)).acr, "aal2");
			const again = { challenge, code: app.next() };
			await assert.rejects(clientOf().answerSecondFactor(again), { code: "challenge_invalid" });
		});

		it("authenticates again in one call, or in two", async () => {
			const client = clientOf();
			await client.logIn({ ...ada, code: app.next() });
			const { id } = await session(client);
			service.travel(16 * minute);
			const change = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
			const stale = await rejection(client.changePassword(change));
			assert.deepEqual([stale.code, stale.acr, stale.maxAge], ["reauthentication_required", "aal2", 900]);
			assert.deepEqual(stale.methods, ["password", "totp", "recovery_code"]);
			await client.reauthenticate({ password: ADMIN_PASSWORD, code: app.next() });
			await client.endOtherSessions();
			service.travel(16 * minute);
			const { challenge = "" } = await rejection(client.reauthenticate(ADMIN_PASSWORD));
			await client.reauthenticate({ challenge, code: app.next() });
			await client.endOtherSessions();
			const now = await session(client);
			assert.deepEqual([now.id, now.acr], [id, "aal2"]);
		});

		it("sends no member that was not asked for", async () => {
			const sent: string[] = [];
			const client = clientOf({
				fetch(input, init) {
					sent.push(String(init?.body));
					return fetch(input, init);
				},
			});
			const more = { ...ada, code: app.next(), colour: "blue" };
			await client.logIn(more);
			const proof = { password: ADMIN_PASSWORD, code: app.next(), colour: "blue" };
			await client.reauthenticate(proof);
			assert.ok(sent.every((body) => !body.includes("colour")));
		});

		it("continues with the credential that a change of the factors answers with; a token changes none", async () => {
			const name = mode === "token" ? "bob" : "cleo";
			await service.addUser(name);
			const { fetch, count } = watchFetch();
			const client = clientOf({ fetch });
			await client.logIn({ username: name, password: ADMIN_PASSWORD });
			if (mode === "token") {
				// One after the other: one that is refused before the test looks at it would count as unhandled.
				const calls = [client.factors, client.offerTotp, () => client.setSecondFactor(true)];
				for (const call of calls) {
					const { code, status, message } = await rejection(call());
					assert.deepEqual([code, status], ["forbidden", 403]);
					assert.ok(message.endsWith(` ${service.baseUrl}/account`), message);
				}
				return;
			}
			const other = clientOf();
			await other.logIn({ username: name, password: ADMIN_PASSWORD });
			const { id } = await session(client);
			const held = () => client.csrf();

			const { offer, secret, uri } = await client.offerTotp();
			assert.match(uri, /^otpauth:\/\/totp\//);
			const code = () => codeOf(fromBase32(secret), Math.floor(service.now() / 30_000));
			let before = await held();
			const added = await client.activateTotp({ offer, code: code(), name: "My phone" });
			assert.equal(added.recoveryCodes?.length, 10);
			assert.notEqual(await held(), before);
			assert.deepEqual([(await session(client)).id, (await session(client)).acr], [id, "aal2"]);
			await assert.rejects(other.session(), { code: "session_ended" });

			await client.renameFactor({ id: added.id, name: "Old phone" });
			const listed = await client.factors();
			assert.deepEqual(
				[listed.secondFactor.on, listed.factors.map((factor) => factor.name), listed.recoveryCodes?.left],
				[true, ["Old phone"], 10],
			);
			assert.equal((await client.renewRecoveryCodes()).codes.length, 10);

			for (const change of [
				() => client.setSecondFactor(false),
				() => client.setSecondFactor(true),
				() => client.removeFactor(added.id),
			]) {
				before = await held();
				await change();
				assert.notEqual(await held(), before);
				assert.equal((await session(client)).id, id);
			}
			await assert.rejects(client.setSecondFactor(true), { code: "factor_missing", status: 409 });
			assert.equal(count("POST /analytics/api/auth/renew"), 0);
			await client.logOut();
		});

		it("takes the second step of a setup link, which ends in a cookie session", async () => {
			const { setupLink } = await service.running.deployment.administration.users.reset("ada");
			const client = clientOf();
			const token = tokenOf(setupLink);
			const { code, challenge = "" } = await rejection(
				client.completeSetup({ token, password: ADMIN_PASSWORD }),
			);
			assert.equal(code, "second_factor_required");
			const answer = await client.answerSecondFactor({ challenge, code: app.next() });
			assert.ok("csrf" in answer);
			if (mode === "cookie") assert.equal((await session(client)).acr, "aal2");
		});
	});
}

it("a token in the answer of a login with a code says that both factors were proven", async () => {
	const service = await startTestService({ settings: cheap });
	try {
		await service.addUser("ada");
		const app = await enrol(service, await service.loggedIn("ada"));
		const client = createClient({ baseUrl: service.baseUrl });
		const { token } = await client.logIn({ ...ada, code: app.next() });
		assert.equal(decodeJwt(token).acr, "aal2");
	} finally {
		await service.stop();
	}
});
