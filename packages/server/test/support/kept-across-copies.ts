/** What people hold in their hands when a deployment is copied, and what has been taken from them. */
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { decodeJwt } from "jose";
import { answerChallenge, enrol } from "./authenticator.ts";
import { bearerOf } from "./own-session.ts";
import { plantApplicationLogin, plantConsent, plantToken } from "./planted-applications.ts";
import { assertProblem } from "./problem.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";
import { addPasskey } from "./software-authenticator.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export interface Held {
	/** What must hold, at a service on the copy under the same base URL. */
	assertKept(): Promise<void>;
}

interface Place {
	idx: number;
	uri: string;
}

const wrong = "not the password";

/** Settings under which the guesses below close nothing but one account, and that for longer than a test takes; and all tables have rows. */
export const settings = {
	SALLYPORT_ADDRESS_FAILURES: "1000",
	SALLYPORT_CSRF_FAILURES: "1000",
	SALLYPORT_FAILURE_DELAY: "1h",
	SALLYPORT_OIDC: "on",
};

/** Two users log in in every way, one is guessed at, some log out again. */
export async function takeThings(service: TestService): Promise<Held> {
	const { baseUrl } = service;
	await service.addUser("ada");
	await service.addUser("bob");
	const { administration, opened, outbox } = service.running.deployment;
	const { users, groups } = administration;
	const waiting = {
		kind: "new_device",
		target: "mail",
		subjectId: null,
		rank: 0,
		expiresAt: service.now(),
	} as const;
	await outbox.queue(opened.database, { ...waiting, payload: {} });
	await groups.add("analysts", "read reports");
	const profile = { email: "ada@example.com", groups: ["analysts"], attributes: { department: "sales" } };
	await users.set("ada", profile);
	await service.addUser("gone");
	const made = {
		actor_id: "none",
		key: "once",
		request_digest: "none",
		made_id: "none",
		created_at: service.now(),
	};
	await opened.database.insertInto("repeatable_requests").values(made).execute();
	const counts = { hour: service.now(), name: "logins", count: 1 };
	await opened.database.insertInto("hourly_counts").values(counts).execute();
	await users.remove("gone");
	await plantApplications(service);
	const visitor = () => createVisitor(baseUrl);
	// The first keys for applications are made beside the first requests.
	assert.equal((await visitor().get("/oidc/jwks")).status, 200);

	const takenBrowser = await service.loggedIn("ada");
	const copied = await service.copiedCsrf(takenBrowser);
	const token = await tokenLogin(visitor(), "ada");
	const endedToken = await tokenLogin(visitor(), "ada");
	await visitor().post("/api/auth/logout", undefined, endedToken.headers);
	const endedBrowser = await service.loggedIn("ada");
	const endedCookies = new Map(endedBrowser.cookies);
	await endedBrowser.post("/api/auth/logout");

	const takenDevice = await service.loggedIn("bob");
	await takenDevice.post("/api/auth/logout");
	takenDevice.csrf = null;
	for (let guess = 1; guess <= 10; guess++) await visitor().logIn("bob", wrong);
	assertProblem(await visitor().logIn("bob", ADMIN_PASSWORD), "rate_limited");

	await service.addUser("twostep");
	const app = await enrol(service, await service.loggedIn("twostep"));
	const pam = await service.addUser("pam").then(() => service.loggedIn("pam"));
	const passkey = await addPasskey(pam, new URL(baseUrl));
	const key = (await pam.post("/api/auth/access-keys", { name: "ci" })).body ?? {};
	const byKey = () =>
		visitor().post("/api/auth/login", { username: "pam", password: key.key }, { csrf: String(key.csrf) });
	const ofKey = bearerOf(await byKey());
	const twoStep = visitor();
	const [firstCode = "", recoveryCode] = app.recoveryCodes;
	await answerChallenge(twoStep, await twoStep.logIn("twostep", ADMIN_PASSWORD), firstCode);

	return {
		assertKept: async () => {
			assertProblem(await visitor().logIn("twostep", ADMIN_PASSWORD), "second_factor_required");
			const recovered = await visitor().logIn("twostep", ADMIN_PASSWORD, { code: recoveryCode });
			assert.equal(recovered.status, 200, "an earlier recovery code");
			assert.equal((await byKey()).status, 200, "an earlier access key");
			const withKey = await visitor().get("/api/auth/session", ofKey);
			assert.equal(withKey.status, 200, "the token of an earlier login with a key");
			const guest = visitor();
			const asked = await guest.post("/api/auth/login/passkey/options", {});
			const login = { challenge: asked.body?.challenge, passkey: passkey.get(asked.body?.passkey) };
			const byPasskey = await guest.post("/api/auth/login/passkey", login);
			assert.equal(byPasskey.status, 200, "an earlier passkey");
			// Of the step after this one, which is not before the one that the activation has used up.
			const byApp = await visitor().logIn("twostep", ADMIN_PASSWORD, { code: app.code(1) });
			assert.equal(byApp.status, 200, "the earlier authenticator app");

			const [browser, device] = [again(takenBrowser), again(takenDevice)];
			const me = await browser.get("/api/auth/session");
			assert.equal(me.status, 200, "the earlier cookie");
			const { email, groups } = me.body ?? {};
			assert.deepEqual([email, groups], ["ada@example.com", ["analysts"]], "what was known before");
			const byToken = await visitor().get("/api/auth/session", token.headers);
			assert.equal(byToken.status, 200, "the earlier token");
			assert.equal(byToken.body?.id, me.body?.id);

			const body = { username: "ada", password: ADMIN_PASSWORD };
			const withCopied = await visitor().post("/api/auth/login", body, { csrf: copied });
			assert.equal(withCopied.status, 200, "the CSRF token that was copied before, without any cookie");
			const own = await browser.post("/api/auth/renew");
			assert.equal(own.status, 200, "the CSRF token that came with the cookie");

			assertProblem(await visitor().get("/api/auth/session", endedToken.headers), "session_ended");
			const ended = visitor();
			ended.cookies = new Map(endedCookies);
			assertProblem(await ended.get("/api/auth/session"), "session_ended");
			assert.ok(await isRevoked(endedToken.place), "a logout stays in the status list");
			assert.ok(!(await isRevoked(token.place)));

			assertProblem(await visitor().logIn("bob", ADMIN_PASSWORD), "rate_limited");
			const known = await device.logIn("bob", ADMIN_PASSWORD);
			assert.equal(known.status, 200, "the device on which bob had logged in");
		},
	};

	/** What is spent at one copy can be spent at another. */
	function again({ cookies, csrf }: Visitor): Visitor {
		return Object.assign(visitor(), { cookies: new Map(cookies), csrf });
	}

	async function isRevoked({ idx, uri }: Place): Promise<boolean> {
		const answer = await visitor().get(uri.slice(baseUrl.length));
		const { status_list: list } = decodeJwt<{ status_list: { lst: string } }>(answer.text);
		const bits = inflateSync(Buffer.from(list.lst, "base64url"));
		return (((bits[idx >> 3] ?? 0) >> (idx & 7)) & 1) === 1;
	}
}

/** An application that knows a user, has a secret and a token, and was logged in to. */
async function plantApplications(service: TestService): Promise<void> {
	const { users, applications } = service.running.deployment.administration;
	const wiki = { id: "wiki", name: "Wiki", redirectUris: ["https://wiki.example.com/callback"] };
	await applications.add(wiki);
	const of = { userId: (await users.find("bob")).id, clientId: "wiki" };
	const browser = await service.loggedIn("bob");
	const { session } = (await browser.get("/api/auth/session")).body as { session: { id: string } };
	await plantConsent(service, of);
	await plantApplicationLogin(service, of, session.id);
	await plantToken(service, of);
}

async function tokenLogin(visitor: Visitor, name: string) {
	const answer = await visitor.logIn(name, ADMIN_PASSWORD);
	const { status } = decodeJwt<{ status: { status_list: Place } }>(String(answer.body?.token));
	return { headers: bearerOf(answer), place: status.status_list };
}
