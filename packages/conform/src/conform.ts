/**
 * Checks a running deployment against the contract as any client could, by HTTP alone. Sends at most 220 requests, one
 * after the other; logs in five times and ends those sessions again; guesses wrong at most three times, and tries one made-up
 * setup link; exports the data of its user once; changes nothing else, unless it may change factors. Where the service sends
 * mail, its user may get one of each. The checks of the OpenID provider are others: they send at most 600, log in eight times, and
 * register up to four applications, which they remove again.
 */
import { setTimeout } from "node:timers/promises";
import { createAccount, type User } from "./account.ts";
import { administration } from "./check-administration.ts";
import { cookies } from "./check-cookies.ts";
import { csrf } from "./check-csrf.ts";
import { data } from "./check-data.ts";
import { discovery } from "./check-discovery.ts";
import { errors } from "./check-errors.ts";
import { factors } from "./check-factors.ts";
import { frontend } from "./check-frontend.ts";
import { gateway } from "./check-gateway.ts";
import { headers } from "./check-headers.ts";
import { limits } from "./check-limits.ts";
import { login } from "./check-login.ts";
import { mail } from "./check-mail.ts";
import { origin } from "./check-origin.ts";
import { ownFactors } from "./check-own-factors.ts";
import { session } from "./check-session.ts";
import { token } from "./check-token.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { openidGroups } from "./openid/groups.ts";
import type { OpenidOptions } from "./openid/openid.ts";
import { BrokenPromise, LeftOut } from "./response.ts";
import { createSecrets } from "./secrets.ts";
import { type Check, createVisit, type Visit } from "./visit.ts";

/** In the order in which they run: the last three look back at the responses to all others. */
export const groups: Record<string, Check[]> = {
	login,
	factors,
	csrf,
	session,
	token,
	frontend,
	gateway,
	discovery,
	origin,
	limits,
	mail,
	data,
	administration,
	"own-factors": ownFactors,
	errors,
	cookies,
	headers,
};

export interface Result {
	id: string;
	group: string;
	promise: string;
	section: number | string;
	outcome: "ok" | "failed" | "left out";
	/** What was seen instead, or why it was left out; null when all is well. */
	seen: string | null;
}

export interface Report {
	results: Result[];
	requests: number;
	wrongPasswords: number;
	/** The given user could not log in, or not every time. */
	loginRefused: boolean;
	sessions: { begun: number; notEnded: number };
	/** What was registered to check the OpenID provider. */
	applications: { registered: number; notRemoved: number };
}

/** Nothing answers at that URL, or something that must not see a password. */
export class ServiceNotFound extends Error {}

export interface ConformOptions {
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	/** Another address of the service, behind its proxy: the requests go there. It has a path only if `baseUrl` has the same. */
	at?: string;
	/** null: only what needs no login. */
	user: User | null;
	/** Names of groups, or ids of checks; all unless given. */
	only?: string[];
	/** Checks the OpenID provider instead; the user is an admin, who registers applications. */
	openid?: OpenidOptions;
	/** Also adds factors to the user and removes them again, which ends all other sessions of the user. */
	withFactors?: boolean;
	/** Milliseconds since the epoch. */
	clock?: () => number;
	wait?: (milliseconds: number) => Promise<void>;
	/** Stops before the next check; the sessions are ended all the same. */
	signal?: AbortSignal;
	progress?: (group: string) => void;
}

export async function conform(options: ConformOptions): Promise<Report> {
	const { baseUrl, at = baseUrl, user, only, clock = Date.now, wait = setTimeout } = options;
	const { signal, progress } = options;
	const mayChangeFactors = options.withFactors ?? false;
	const secrets = createSecrets();
	secrets.learn(user?.password ?? "");
	const client = createHttpClient({ at, secrets, most: options.openid === undefined ? 214 : 600 });
	await requireService(client, at);
	const account = createAccount({ client, user });
	const openid = options.openid ?? { withBackchannel: false, withWaits: false };
	const visit = createVisit({ client, account, baseUrl, clock, wait, mayChangeFactors, openid });
	const results: Result[] = [];
	let notEnded = 0;
	let notRemoved = 0;
	try {
		for (const [group, checks] of Object.entries(options.openid ? openidGroups : groups)) {
			const wanted = checks.filter(
				({ id }) => only === undefined || only.includes(group) || only.includes(id),
			);
			if (wanted.length === 0) continue;
			progress?.(group);
			for (const check of wanted) {
				if (signal?.aborted) break;
				const { id, promise, section } = check;
				const { outcome, seen } = await run(check, visit);
				const masked = seen === null ? null : secrets.mask(seen);
				results.push({ id, group, promise, section, outcome, seen: masked });
			}
		}
	} finally {
		notRemoved = await visit.openid.cleanUp();
		notEnded = await account.endAll();
	}
	return {
		results,
		requests: client.requests(),
		wrongPasswords: visit.wrongPasswords(),
		loginRefused: account.isRefused(),
		sessions: { begun: account.begun(), notEnded },
		applications: { registered: visit.openid.clients.registered(), notRemoved },
	};
}

async function run(check: Check, visit: Visit): Promise<Pick<Result, "outcome" | "seen">> {
	try {
		await check.run(visit);
		return { outcome: "ok", seen: null };
	} catch (error) {
		if (error instanceof LeftOut) return { outcome: "left out", seen: error.message };
		if (error instanceof BrokenPromise) return { outcome: "failed", seen: error.message };
		// A service that breaks one promise may send anything, and must not stop the visit by it.
		const reason = error instanceof Error ? error.message : String(error);
		return { outcome: "failed", seen: `what came cannot be read: ${reason}` };
	}
}

/** Before a password is sent: is it a service like ours at all? */
async function requireService(client: HttpClient, at: string): Promise<void> {
	try {
		const { status, body } = await client.send("GET", "/.well-known/oauth-authorization-server");
		if (status === 200 && typeof body?.issuer === "string") return;
		throw new ServiceNotFound(`${at} is answered by something else: status ${status}.`);
	} catch (error) {
		if (!(error instanceof BrokenPromise)) throw error;
		throw new ServiceNotFound(
			`${at} does not answer. ${error.message}. Check the URL, and whether the service runs.`,
		);
	}
}
