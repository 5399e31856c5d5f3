/** A browser and its user, who logs in, authenticates again and agrees wherever a page asks for it. */
import type { Account, CookieCredential } from "../account.ts";
import { BrokenPromise, describe, expectStatus, type HttpResponse, LeftOut, textOf } from "../response.ts";
import { type Arrived, createUserAgent, type UserAgentUses } from "./user-agent.ts";

export interface BrowserUses extends UserAgentUses {
	account: Pick<Account, "authenticateAgain" | "forget">;
	beforeLogin(): Promise<Record<string, string>>;
	logInForCookie(
		headers: Record<string, string>,
	): Promise<{ response: HttpResponse; credential: CookieCredential }>;
}

/** What a page asked the user for. */
export type Asked = "login" | "reauthenticate" | "consent";

export interface Visited {
	arrived: Arrived;
	asked: Asked[];
}

export type Browser = ReturnType<typeof createBrowser>;

const MOST_PAGES = 6;

export function createBrowser(uses: BrowserUses) {
	const { baseUrl, account } = uses;
	const { pathOf, request, keep, open, post, submit } = createUserAgent(uses);
	let credential: CookieCredential | null = null;

	async function logIn(): Promise<void> {
		const { response, credential: own } = await uses.logInForCookie(await uses.beforeLogin());
		if (response.status !== 200) throw new LeftOut(`the login was refused: ${describe(response)}`);
		credential = own;
		keep(response);
	}

	async function authenticateAgain(of: CookieCredential): Promise<void> {
		const response = await account.authenticateAgain(of);
		expectStatus(response, 200);
		keep(response);
	}

	async function agree(path: string): Promise<Arrived> {
		const { body } = await request("GET", "/api/auth/csrf", { headers: { accept: "application/json" } });
		const headers = { accept: "application/json", csrf: textOf(body, "csrf") };
		const answer = await request("POST", path, { body: { allow: true }, headers });
		expectStatus(answer, 200);
		return open(textOf(answer.body, "location"));
	}

	/** What the user does on a page; null: it asks for nothing. Resolves with where the browser is then. */
	async function act({ address, page }: Arrived): Promise<{ asked: Asked; arrived: Arrived } | null> {
		const path = pathOf(address);
		if (path === null || page === null) return null;
		const next = new URL(new URL(address).searchParams.get("next") ?? "", baseUrl).href;
		if (path.startsWith("/login?")) {
			await logIn();
			return { asked: "login", arrived: await open(next) };
		}
		if (path.startsWith("/reauthenticate?") && credential !== null) {
			await authenticateAgain(credential);
			return { asked: "reauthenticate", arrived: await open(next) };
		}
		if (!path.startsWith("/oidc-login/") || page.status !== 200) return null;
		return { asked: "consent", arrived: await agree(path) };
	}

	return {
		open,
		post,
		submit,
		/** Until the application has an answer, or a page says why there is none. */
		async visit(address: string): Promise<Visited> {
			const asked: Asked[] = [];
			let arrived = await open(address);
			while (asked.length < MOST_PAGES) {
				const done = await act(arrived);
				if (done === null) return { arrived, asked };
				asked.push(done.asked);
				arrived = done.arrived;
			}
			throw new BrokenPromise(`the user is asked again and again: ${asked.join(", ")}`);
		},
		/** Once a check has seen that the session is over. */
		forgetSession(): void {
			if (credential !== null) account.forget(credential);
			credential = null;
		},
	};
}
