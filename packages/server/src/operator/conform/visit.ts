import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { randomSecret } from "../../platform/lib/random.ts";
import type { Account } from "./account.ts";
import { type Answer, CSRF_VALUE, textOf } from "./answer.ts";
import { LeftOut } from "./check.ts";
import { type CookieHolder, createCookieHolder, createTokenHolder, type TokenHolder } from "./holders.ts";
import type { Wire } from "./wire.ts";

/**
 * One visit to a deployment: the acts that several checks look at, each done once and only when a check asks for it. A
 * check that needs what an act did not yield is left out; the act's answer has a check of its own.
 */
export interface Visit {
	baseUrl: string;
	/** Of the base URL, no slash at the end. */
	prefix: string;
	clock: Clock;
	random: Random;
	wait: (milliseconds: number) => Promise<void>;
	ask: Wire["ask"];
	observe: Wire["observe"];
	answers: readonly Answer[];
	account: Account;
	/** GET /api/auth/csrf, by nobody. */
	csrfAnswer(): Promise<Answer>;
	/** Headers of somebody who may try to log in. */
	beforeLogin(): Promise<Record<string, string>>;
	/** A login of a name that nobody has. */
	unknownUser(): Promise<Answer>;
	/** A login of the user with a wrong password. */
	wrongPassword(): Promise<Answer>;
	tokenLogin(): Promise<Login<TokenHolder>>;
	cookieLogin(): Promise<Login<CookieHolder>>;
	/** A second cookie session: what its account page shows is copied from it, and it logs out first. */
	readerLogin(): Promise<Login<CookieHolder>>;
	accountPage(): Promise<Answer>;
	/** Two token logins with the value from that page and no cookie; the second says `session: false`. */
	copiedLogins(): Promise<[Login<TokenHolder>, Login<TokenHolder>]>;
	/** After both of them. */
	readerLogout(): Promise<{ answer: Answer; copied: string; cookie: Record<string, string> }>;
	/** The first of them logs out. */
	tokenLogout(): Promise<{ answer: Answer; token: string }>;
	wrongPasswords(): number;
}

export interface Login<Of> {
	answer: Answer;
	holder: Of;
}

interface VisitDependencies extends Pick<Visit, "baseUrl" | "clock" | "random" | "wait" | "account"> {
	wire: Wire;
}

export function createVisit({ wire, account, baseUrl, clock, random, wait }: VisitDependencies): Visit {
	const { ask, observe, answers } = wire;
	let wrongPasswords = 0;

	const csrfAnswer = once(() => ask("GET", "/api/auth/csrf"));
	const beforeLogin = once(async (): Promise<Record<string, string>> => {
		const holder = createCookieHolder(wire);
		const answer = await csrfAnswer();
		holder.keep(answer);
		const csrf = textOf(answer.body, "csrf");
		if (csrf === "") throw new LeftOut("GET /api/auth/csrf gives no value");
		return { ...holder.jar.header(), csrf };
	});

	const guess = (username: () => string) =>
		once(async () => {
			const body = { username: username(), password: randomSecret(random) };
			const headers = await beforeLogin();
			wrongPasswords += 1;
			return ask("POST", "/api/auth/login", { body, headers });
		});

	const tokenLogin = once(async () => {
		const holder = createTokenHolder();
		return { answer: await account.logIn({}, await beforeLogin(), holder), holder };
	});
	const cookieLogin = once(async () => {
		const holder = createCookieHolder(wire);
		const answer = await account.logIn({ session: true }, await beforeLogin(), holder);
		return { answer, holder };
	});
	const readerLogin = once(async () => {
		const headers = await beforeLogin();
		const first = (await cookieLogin()).holder.jar.find("-sid");
		// Somebody else's idea of a session id comes along, which must not be adopted.
		const planted = first === null ? "" : `; ${first.name}=${randomSecret(random)}`;
		const holder = createCookieHolder(wire);
		const sent = { ...headers, cookie: `${headers.cookie ?? ""}${planted}`.replace(/^; /, "") };
		return { answer: await account.logIn({ session: true }, sent, holder), holder };
	});

	const accountPage = once(async () => {
		const { holder } = await readerLogin();
		if (holder.jar.find("-sid") === null) throw new LeftOut("no login set a session cookie");
		return ask("GET", "/account", { headers: { ...holder.jar.header(), accept: "text/html" } });
	});
	async function copied(): Promise<string> {
		const value = csrfInSource(await accountPage());
		if (value === null) throw new LeftOut("the account page shows no csrf value");
		return value;
	}
	const copiedLogins = once(async (): Promise<[Login<TokenHolder>, Login<TokenHolder>]> => {
		const headers = { csrf: await copied() };
		const logIn = async (more: object) => {
			const holder = createTokenHolder();
			return { answer: await account.logIn(more, headers, holder), holder };
		};
		return [await logIn({}), await logIn({ session: false })];
	});

	return {
		baseUrl,
		prefix: new URL(baseUrl).pathname.replace(/\/$/, ""),
		clock,
		random,
		wait,
		ask,
		observe,
		answers,
		account,
		csrfAnswer,
		beforeLogin,
		unknownUser: guess(() => `nobody-${random(8).toString("hex")}`),
		wrongPassword: guess(() => account.user().name),
		tokenLogin,
		cookieLogin,
		readerLogin,
		accountPage,
		copiedLogins,
		readerLogout: once(async () => {
			const value = await copied();
			await copiedLogins();
			const { holder } = await readerLogin();
			const cookie = holder.jar.header();
			const answer = await ask("POST", "/api/auth/logout", { headers: await holder.headers() });
			if (answer.status === 200) account.forget(holder);
			return { answer, copied: value, cookie };
		}),
		tokenLogout: once(async () => {
			const [{ holder }] = await copiedLogins();
			const answer = await ask("POST", "/api/auth/logout", { headers: await holder.headers() });
			if (answer.status === 200) account.forget(holder);
			return { answer, token: holder.token() };
		}),
		wrongPasswords: () => wrongPasswords + account.refused(),
	};
}

/** As somebody would copy it from the source of a page; null when it is not there. */
export function csrfInSource({ text }: Answer): string | null {
	const value = /<meta name="csrf-token" content="([^"]*)">/.exec(text)?.[1] ?? "";
	return CSRF_VALUE.test(value) ? value : null;
}

/** Does it when first asked for, and gives the same answer or the same error from then on. */
function once<T>(act: () => Promise<T>): () => Promise<T> {
	let done: Promise<T> | null = null;
	return () => {
		done ??= act();
		return done;
	};
}
