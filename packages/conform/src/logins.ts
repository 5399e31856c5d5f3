import { randomBytes } from "node:crypto";
import { type Account, createCookieCredential, createTokenCredential } from "./account.ts";
import type { HttpClient } from "./http-client.ts";
import { createJar } from "./jar.ts";
import { LeftOut, textOf } from "./response.ts";

/** The logins of a visit, those that are refused too: each once, and only when a check needs it. */
export function createLogins(client: HttpClient, account: Account) {
	const { send } = client;
	let wrongPasswords = 0;

	const csrfResponse = once(() => send("GET", "/api/auth/csrf"));
	/** The headers that a login needs. */
	const beforeLogin = once(async (): Promise<Record<string, string>> => {
		const jar = createJar();
		const response = await csrfResponse();
		jar.keep(response);
		const csrf = textOf(response.body, "csrf");
		if (csrf === "") throw new LeftOut("GET /api/auth/csrf gives no value");
		return { ...jar.header(), csrf };
	});

	const guess = (username: () => string) =>
		once(async () => {
			const body = { username: username(), password: randomSecret() };
			const headers = await beforeLogin();
			wrongPasswords += 1;
			return send("POST", "/api/auth/login", { body, headers });
		});

	async function logInForToken(more: object, headers: Record<string, string>) {
		const credential = createTokenCredential();
		return { response: await account.logIn(more, headers, credential), credential };
	}
	async function logInForCookie(headers: Record<string, string>) {
		const credential = createCookieCredential(client);
		return { response: await account.logIn({ session: true }, headers, credential), credential };
	}
	const tokenLogin = once(async () => logInForToken({}, await beforeLogin()));
	const cookieLogin = once(async () => logInForCookie(await beforeLogin()));
	/** A second cookie session: the CSRF token is copied from its account page, and it logs out first. */
	const readerLogin = once(async () => {
		const headers = await beforeLogin();
		const first = (await cookieLogin()).credential.jar.find("-sid");
		// A session id that the client made up, which the service must not adopt.
		const planted = randomSecret();
		const pair = first === null ? "" : `; ${first.name}=${planted}`;
		const cookie = `${headers.cookie ?? ""}${pair}`.replace(/^; /, "");
		return { ...(await logInForCookie({ ...headers, cookie })), planted };
	});

	return {
		csrfResponse,
		beforeLogin,
		unknownUser: guess(() => `unknown-${randomBytes(8).toString("hex")}`),
		wrongPassword: guess(() => account.user().name),
		logInForToken,
		logInForCookie,
		tokenLogin,
		cookieLogin,
		readerLogin,
		wrongPasswords: () => wrongPasswords + account.refused(),
	};
}

/** Does it at the first call, and gives the same result or the same error from then on. */
export function once<T>(act: () => Promise<T>): () => Promise<T> {
	let done: Promise<T> | null = null;
	return () => {
		done ??= act();
		return done;
	};
}

/** As long as a secret of the service. */
function randomSecret(): string {
	return randomBytes(32).toString("base64url");
}
