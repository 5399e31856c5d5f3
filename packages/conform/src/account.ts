/** The logins of the given user, and the credentials they yield. */
import type { HttpClient, SendOptions } from "./http-client.ts";
import { createJar, type Jar } from "./jar.ts";
import { type HttpResponse, LeftOut, textOf } from "./response.ts";

/** The user for whom the checks log in. */
export interface User {
	name: string;
	password: string;
}

export interface Credential {
	/** Takes it from the response to a login or a renewal. */
	keep(response: HttpResponse): void;
	/** What authenticates a request, such as a logout. */
	headers(): Promise<Record<string, string>>;
}

/** `headers` gives Authorization. */
export interface TokenCredential extends Credential {
	token(): string;
}

/** `headers` gives Cookie and the CSRF token of the session. */
export interface CookieCredential extends Credential {
	jar: Jar;
}

export function createTokenCredential(): TokenCredential {
	let kept = "";
	function token(): string {
		if (kept === "") throw new LeftOut("no login gave a token");
		return kept;
	}
	return {
		token,
		keep({ body }) {
			kept = textOf(body, "token");
		},
		headers: async () => ({ authorization: `Bearer ${token()}` }),
	};
}

export function createCookieCredential(client: HttpClient): CookieCredential {
	const jar = createJar();
	return {
		jar,
		keep: jar.keep,
		async headers() {
			if (jar.find("-sid") === null) throw new LeftOut("no login set a session cookie");
			// Requested each time: that a login response holds a CSRF token is a promise of its own.
			const response = await client.send("GET", "/api/auth/csrf", { headers: jar.header(), cleanUp: true });
			const csrf = textOf(response.body, "csrf");
			if (csrf === "") throw new LeftOut("a session gets no CSRF token");
			return { ...jar.header(), csrf };
		},
	};
}

export type Account = ReturnType<typeof createAccount>;

/** The only place that sends the given password: every session is ended again, and a wrong password is sent once. */
export function createAccount({ client, user }: { client: HttpClient; user: User | null }) {
	const open = new Set<Credential>();
	let begun = 0;
	let refused = 0;
	/** The password is wrong, or the service is throttling or overloaded. */
	let isOver = false;

	function requireUser(): User {
		if (user === null) throw new LeftOut("needs a user");
		if (isOver) throw new LeftOut("a login of this user was refused");
		return user;
	}

	async function end(credential: Credential): Promise<boolean> {
		try {
			const options: SendOptions = { headers: await credential.headers(), unrecorded: true, cleanUp: true };
			return (await client.send("POST", "/api/auth/logout", options)).status === 200;
		} catch {
			return false;
		}
	}

	return {
		/** Throws LeftOut when there is no user, or when a login was refused. */
		user: requireUser,
		async logIn(
			more: object,
			headers: Record<string, string>,
			credential: Credential,
		): Promise<HttpResponse> {
			const { name, password } = requireUser();
			const body = { username: name, password, ...more };
			const response = await client.send("POST", "/api/auth/login", { body, headers });
			if (response.status === 401) refused += 1;
			if ([401, 429, 503].includes(response.status)) isOver = true;
			if (response.status === 200) {
				begun += 1;
				open.add(credential);
				credential.keep(response);
			}
			return response;
		},
		/** Makes the authentication of a session fresh, and renews it. */
		async authenticateAgain(credential: CookieCredential): Promise<HttpResponse> {
			const { password } = requireUser();
			const headers = await credential.headers();
			const response = await client.send("POST", "/api/auth/reauthenticate", { body: { password }, headers });
			if (response.status === 401) refused += 1;
			if ([401, 429, 503].includes(response.status)) isOver = true;
			if (response.status === 200) credential.keep(response);
			return response;
		},
		/** For a session that a check has ended. */
		forget(credential: Credential) {
			open.delete(credential);
		},
		/** Ends all open sessions; resolves to how many could not be ended. */
		async endAll(): Promise<number> {
			let left = 0;
			for (const credential of open) if (!(await end(credential))) left += 1;
			open.clear();
			return left;
		},
		begun: () => begun,
		/** A login was: with a wrong password, or because the service is throttling or overloaded. */
		isRefused: () => isOver,
		/** Logins with the given password that were refused as wrong: 0 or 1. */
		refused: () => refused,
	};
}
