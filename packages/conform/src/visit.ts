import type { Account } from "./account.ts";
import type { HttpClient } from "./http-client.ts";
import { createLogins, once } from "./logins.ts";
import { createOpenid, type OpenidOptions } from "./openid/openid.ts";
import { CSRF_TOKEN, type HttpResponse, LeftOut } from "./response.ts";

/** One promise of the contract, and how to see whether it is kept. */
export interface Check {
	/** Stable, such as "login.token-answer", where the part before the dot is the group; or the name of a module of OpenID's. */
	id: string;
	/** One sentence. */
	promise: string;
	/** The section of the contract that makes it, or that of a specification. */
	section: number | string;
	/** Throws BrokenPromise or LeftOut. */
	run(visit: Visit): Promise<void>;
}

export type Visit = ReturnType<typeof createVisit>;

interface VisitDependencies {
	client: HttpClient;
	account: Account;
	baseUrl: string;
	/** Milliseconds since the epoch. */
	clock: () => number;
	wait: (milliseconds: number) => Promise<void>;
	/** Whether checks may add factors to the user and remove them, which ends all other sessions of the user. */
	mayChangeFactors: boolean;
	openid: OpenidOptions;
}

/**
 * One visit to a deployment: the steps that several checks look at, each done once and only when a check needs it. A check
 * is left out when a step did not yield what it needs; the response of that step has a check of its own.
 */
export function createVisit(dependencies: VisitDependencies) {
	const { client, account, baseUrl, clock, wait, mayChangeFactors } = dependencies;
	const { send, record, responses } = client;
	const logins = createLogins(client, account);
	const { logInForToken, cookieLogin, readerLogin } = logins;

	const accountPage = once(async () => {
		const { jar } = (await readerLogin()).credential;
		if (jar.find("-sid") === null) throw new LeftOut("no login set a session cookie");
		return send("GET", "/account", { headers: { ...jar.header(), accept: "text/html" } });
	});
	async function copied(): Promise<string> {
		const csrf = csrfInSource(await accountPage());
		if (csrf === null) throw new LeftOut("the account page shows no CSRF token");
		return csrf;
	}
	/** Two token logins with the CSRF token of that page and no cookie; the second says `session: false`. */
	const copiedLogins = once(async () => {
		const headers = { csrf: await copied() };
		return [await logInForToken({}, headers), await logInForToken({ session: false }, headers)] as const;
	});

	return {
		baseUrl,
		/** Path of the base URL, no slash at the end. */
		prefix: new URL(baseUrl).pathname.replace(/\/$/, ""),
		clock,
		wait,
		send,
		record,
		responses,
		account,
		...logins,
		mayChangeFactors,
		openid: createOpenid({ ...logins, baseUrl, send, account, clock, wait }, dependencies.openid),
		accountPage,
		copiedLogins,
		/** After both of the copied logins. */
		readerLogout: once(async () => {
			const csrf = await copied();
			await copiedLogins();
			const { credential } = await readerLogin();
			const cookie = credential.jar.header();
			const response = await send("POST", "/api/auth/logout", { headers: await credential.headers() });
			if (response.status === 200) account.forget(credential);
			return { response, copied: csrf, cookie };
		}),
		/** The first of the copied logins logs out. */
		tokenLogout: once(async () => {
			const [{ credential }] = await copiedLogins();
			const response = await send("POST", "/api/auth/logout", { headers: await credential.headers() });
			if (response.status === 200) account.forget(credential);
			return { response, token: credential.token() };
		}),
		/** The list of users, with the cookie that may be an admin's. */
		listOfUsers: once(async () => {
			const headers = (await cookieLogin()).credential.jar.header();
			return { headers, list: await send("GET", "/api/admin/users?limit=1", { headers }) };
		}),
		/** A cookie session asks for a token. */
		cookieToken: once(async () => {
			const { credential } = await cookieLogin();
			const response = await send("POST", "/api/auth/token", { headers: await credential.headers() });
			if (response.status === 404) throw new LeftOut("the service gives cookie sessions no tokens");
			return response;
		}),
	};
}

/** The CSRF token in the source of a page; null when there is none. */
export function csrfInSource({ text }: HttpResponse): string | null {
	const csrf = /<meta name="csrf-token" content="([^"]*)">/.exec(text)?.[1] ?? "";
	return CSRF_TOKEN.test(csrf) ? csrf : null;
}
