/**
 * Checks a running deployment against the contract from the outside, as any client could. It knows the service by its HTTP
 * contract only; sends no more than 150 requests, one after the other; logs in five times and ends those sessions
 * again; makes at most three wrong guesses; changes and ends nothing else.
 */
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { createAccount, type User } from "./account.ts";
import { type Check, LeftOut, NotAsPromised } from "./check.ts";
import { groups } from "./groups.ts";
import { createSecrets } from "./secrets.ts";
import { createVisit, type Visit } from "./visit.ts";
import { createWire, type Wire } from "./wire.ts";

export interface Result {
	id: string;
	group: string;
	promise: string;
	section: number;
	outcome: "ok" | "failed" | "left out";
	/** What was seen instead, or why it was left out; null when all is well. */
	seen: string | null;
}

export interface Conformity {
	results: Result[];
	requests: number;
	wrongPasswords: number;
	sessions: { begun: number; notEnded: number };
}

/** There is nobody at that URL, or somebody else, who shall not be told a password. */
export class NobodyThere extends Error {}

export interface ConformDependencies {
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	/** null: only what needs nobody. */
	user: User | null;
	/** Names of groups; all unless given. */
	only?: string[];
	clock: Clock;
	random: Random;
	wait: (milliseconds: number) => Promise<void>;
	/** Stops before the next check; the sessions are ended all the same. */
	signal?: AbortSignal;
	progress?: (group: string) => void;
}

export async function conform(dependencies: ConformDependencies): Promise<Conformity> {
	const { baseUrl, user, only, clock, random, wait, signal, progress = () => {} } = dependencies;
	const secrets = createSecrets();
	secrets.learn(user?.password ?? "");
	const wire = createWire({ baseUrl, secrets });
	await meet(wire, baseUrl);
	const account = createAccount({ wire, user });
	const visit = createVisit({ wire, account, baseUrl, clock, random, wait });
	const results: Result[] = [];
	let notEnded = 0;
	try {
		for (const [group, checks] of Object.entries(groups)) {
			if (only !== undefined && !only.includes(group)) continue;
			progress(group);
			for (const check of checks) {
				if (signal?.aborted) break;
				const { id, promise, section } = check;
				const { outcome, seen } = await look(check, visit);
				const masked = seen === null ? null : secrets.mask(seen);
				results.push({ id, group, promise, section, outcome, seen: masked });
			}
		}
	} finally {
		notEnded = await account.endAll();
	}
	return {
		results,
		requests: wire.requests(),
		wrongPasswords: visit.wrongPasswords(),
		sessions: { begun: account.begun(), notEnded },
	};
}

async function look(check: Check, visit: Visit): Promise<Pick<Result, "outcome" | "seen">> {
	try {
		await check.run(visit);
		return { outcome: "ok", seen: null };
	} catch (error) {
		if (error instanceof LeftOut) return { outcome: "left out", seen: error.message };
		if (error instanceof NotAsPromised) return { outcome: "failed", seen: error.message };
		// Nothing that a service sends may stop the visit: whoever breaks one promise may well break another.
		const reason = error instanceof Error ? error.message : String(error);
		return { outcome: "failed", seen: `what came cannot be read: ${reason}` };
	}
}

/** Before anything else, and before a password is sent: whether a service like ours is there at all. */
async function meet(wire: Wire, baseUrl: string): Promise<void> {
	try {
		const answer = await wire.ask("GET", "/.well-known/oauth-authorization-server");
		if (answer.status === 200 && typeof answer.body?.issuer === "string") return;
		throw new NobodyThere(`${baseUrl} is answered by something else: status ${answer.status}.`);
	} catch (error) {
		if (error instanceof NotAsPromised)
			throw new NobodyThere(`${baseUrl} does not answer. ${error.message}.`);
		throw error;
	}
}
