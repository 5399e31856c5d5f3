/** Adds a passkey and an authenticator app to the given user, logs in with each, and removes them. Only when that was asked for. */
import type { CookieCredential } from "./account.ts";
import { codeAt, createPasskey, type Passkey } from "./authenticator.ts";
import { describe, expect, expectError, expectStatus, LeftOut, textOf } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const FACTORS = "/api/auth/factors";
const LOGIN = "/api/auth/login";
const STEP = 30_000;

/** A cookie session of its own: the others end when a factor is removed. */
async function ownSession(visit: Visit): Promise<CookieCredential> {
	if (!visit.mayChangeFactors) throw new LeftOut("it changes the factors of the user: see --with-factors");
	const { response, credential } = await visit.logInForCookie(await visit.beforeLogin());
	expectStatus(response, 200);
	return credential;
}

async function removeFactor({ send }: Visit, session: CookieCredential, id: string): Promise<void> {
	const options = { headers: await session.headers(), cleanUp: true };
	const response = await send("DELETE", `${FACTORS}/${id}`, options);
	expect(response.status === 200, `${describe(response)}: the user keeps a factor of this check`);
	session.keep(response);
}

/** Uses a token once, and ends its session. */
async function useToken({ send }: Visit, token: string, acr: string): Promise<void> {
	const headers = { authorization: `Bearer ${token}` };
	const response = await send("GET", "/api/auth/session", { headers });
	await send("POST", "/api/auth/logout", { headers, cleanUp: true });
	expectStatus(response, 200);
	expect(textOf(response.body?.session, "acr") === acr, `${describe(response)}: its acr is not ${acr}`);
}

async function addPasskey(
	visit: Visit,
	session: CookieCredential,
): Promise<{ id: string; passkey: Passkey }> {
	const { send, baseUrl } = visit;
	const offered = await send("POST", `${FACTORS}/passkey/options`, { headers: await session.headers() });
	if (offered.status === 409) throw new LeftOut("passkeys work over https or on localhost");
	expectStatus(offered, 200);
	const asked = offered.body?.passkey as Partial<Record<"rp" | "user", object>> | undefined;
	const passkey = createPasskey({
		origin: new URL(baseUrl).origin,
		rpId: textOf(asked?.rp, "id"),
		userHandle: textOf(asked?.user, "id"),
		challenge: textOf(asked, "challenge"),
	});
	const challenge = textOf(offered.body, "challenge");
	const body = { challenge, passkey: passkey.registration, name: "sallyport conform" };
	const added = await send("POST", `${FACTORS}/passkey`, { body, headers: await session.headers() });
	expectStatus(added, 201);
	session.keep(added);
	return { id: textOf(added.body, "id"), passkey };
}

async function addApp(visit: Visit, session: CookieCredential): Promise<{ id: string; secret: string }> {
	const { send, clock } = visit;
	const offered = await send("POST", `${FACTORS}/totp`, { headers: await session.headers() });
	expectStatus(offered, 200);
	const secret = textOf(offered.body, "secret");
	const code = codeAt(secret, clock());
	const body = { offer: textOf(offered.body, "offer"), code, name: "sallyport conform" };
	const added = await send("POST", `${FACTORS}/totp/activate`, { body, headers: await session.headers() });
	expectStatus(added, 201);
	session.keep(added);
	return { id: textOf(added.body, "id"), secret };
}

export const ownFactors: Check[] = [
	{
		id: "own-factors.passkey",
		promise: "A passkey that the user has added logs in alone, with acr phr.",
		section: 12,
		async run(visit) {
			const { send, beforeLogin } = visit;
			const session = await ownSession(visit);
			const { id, passkey } = await addPasskey(visit, session);
			try {
				const headers = await beforeLogin();
				const offered = await send("POST", `${LOGIN}/passkey/options`, { body: {}, headers });
				expectStatus(offered, 200);
				const assertion = passkey.assertion(textOf(offered.body?.passkey, "challenge"));
				const body = { challenge: textOf(offered.body, "challenge"), passkey: assertion };
				const response = await send("POST", `${LOGIN}/passkey`, { body, headers });
				expectStatus(response, 200);
				await useToken(visit, textOf(response.body, "token"), "phr");
			} finally {
				await removeFactor(visit, session, id);
			}
		},
	},
	{
		id: "own-factors.app",
		promise:
			"With an authenticator app the password alone logs in no more: 401 second_factor_required. A code does, with acr aal2.",
		section: 12,
		async run(visit) {
			const { send, beforeLogin, account, clock } = visit;
			const session = await ownSession(visit);
			const { id, secret } = await addApp(visit, session);
			try {
				const headers = await beforeLogin();
				const { name, password } = account.user();
				const first = await send("POST", LOGIN, { body: { username: name, password }, headers });
				expectError(first, "second_factor_required");
				// The code before it was used to add the app.
				const body = { challenge: textOf(first.body, "challenge"), code: codeAt(secret, clock() + STEP) };
				const response = await send("POST", `${LOGIN}/second-factor`, { body, headers });
				expectStatus(response, 200);
				await useToken(visit, textOf(response.body, "token"), "aal2");
			} finally {
				await removeFactor(visit, session, id);
			}
		},
	},
];
