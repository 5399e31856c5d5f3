import { chooseHost, NoHostError, type SeenHost, type ServerIdentity } from "./choose-host.ts";
import { lookAround } from "./look-around.ts";
import { lookAtHost, nameOfHost } from "./look-at-host.ts";
import type { Role } from "./postgres-client.ts";
import type { HostConfig, PostgresAddress } from "./postgres-url.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

/** ms. What was found holds for this long: an outage must not become a flood of connections. */
const HOLDS = 250;
/** ms between looks while nothing seems wrong: an old primary that still serves is found by its successor. */
const LOOK_EVERY = 10_000;

/** The hosts of one database, of which at most one is used. One that is alone is not looked at: its connections tell. */
export interface PostgresHosts {
	/** What a new connection must not lead to. */
	refused: readonly Role[];
	/** Where new connections go. Rejects with NoHostError. */
	current(): Promise<HostConfig>;
	/** Something is wrong with a host: looks around, and resolves to whether another one is to be used now. */
	doubt(host: HostConfig): Promise<boolean>;
	/** Asks all of them now and waits for every answer. Rejects with NoHostError. */
	look(): Promise<readonly SeenHost[]>;
	/** What the last look has found. */
	seen(): readonly SeenHost[];
	/** Calls back whenever a look finds other states, or another host to be used. */
	follow(changed: () => void): void;
	/** Whether new connections go there. */
	isCurrent(host: HostConfig): boolean;
	close(): void;
}

export function createPostgresHosts({ hosts, mustWrite }: PostgresAddress): PostgresHosts {
	const names = hosts.map(nameOfHost);
	const isAlone = hosts.length === 1;
	const followers: Array<() => void> = [];
	let retry: NodeJS.Timeout | undefined;
	let over = new AbortController();
	let isClosed = false;
	let current: HostConfig | null = isAlone ? (hosts[0] ?? null) : null;
	let newest: ServerIdentity | null = null;
	let seen: readonly SeenHost[] = [];

	function note(found: readonly SeenHost[], use: HostConfig | null): void {
		const states = (list: readonly SeenHost[]) => list.map(({ state }) => state).join();
		const isNew = use !== current || states(found) !== states(seen);
		[seen, current] = [found, use];
		if (isNew) for (const each of followers) each();
	}

	async function lookNow(patiently: boolean): Promise<void> {
		const ask = (place: number, signal: AbortSignal) => lookAtHost(hosts[place] as HostConfig, signal);
		if (isClosed) throw new StoreUnavailableError("The database is closed.");
		over = new AbortController();
		const answers = await lookAround(names, ask, { patiently, over });
		const place = current === null ? -1 : hosts.indexOf(current);
		try {
			const choice = chooseHost(answers, { newest, current: place, mustWrite });
			newest = choice.seen[choice.chosen]?.server ?? newest;
			note(choice.seen, hosts[choice.chosen] ?? null);
		} catch (error) {
			if (!(error instanceof NoHostError)) throw error;
			// A host that only refuses another connection stays in use: its connections may work.
			const mayWork = error.code === "no_primary" && error.seen[place]?.state === "unreachable";
			note(error.seen, mayWork ? current : null);
			clearTimeout(retry);
			if (!isClosed) retry = setTimeout(searchAgain, HOLDS).unref();
			throw error;
		}
	}

	const search = shareLooks(lookNow);
	function searchAgain(): void {
		search().catch(() => {});
	}

	const timer = isAlone ? undefined : setInterval(searchAgain, LOOK_EVERY).unref();
	return {
		// One that is alone and read-only can still check credentials; a standby may be behind, and would accept ended sessions.
		refused: !mustWrite ? [] : isAlone ? ["standby"] : ["standby", "read_only"],
		async current() {
			if (current === null) await search();
			// A look that another caller began has found two primaries since.
			if (current === null) throw new StoreUnavailableError("The primary of the database is not known.");
			return current;
		},
		async doubt(host) {
			if (isAlone) return false;
			await search().catch(() => {});
			return current !== host;
		},
		async look() {
			if (!isAlone) await search(true);
			return seen;
		},
		seen: () => seen,
		follow: (changed) => followers.push(changed),
		isCurrent: (host) => host === current,
		close() {
			isClosed = true;
			clearInterval(timer);
			clearTimeout(retry);
			over.abort();
		},
	};
}

/** One look at a time, for all that ask while it lasts and shortly after; a patient one is always new. */
function shareLooks(lookNow: (patiently: boolean) => Promise<void>): (patiently?: boolean) => Promise<void> {
	let last: { look: Promise<void>; endedAt: number } | null = null;
	return (patiently = false) => {
		if (!patiently && last !== null && performance.now() - last.endedAt <= HOLDS) return last.look;
		const own = { look: lookNow(patiently), endedAt: Number.POSITIVE_INFINITY };
		const end = () => {
			own.endedAt = performance.now();
		};
		own.look.then(end, end);
		last = own;
		return own.look;
	};
}
