/** Which of several hosts of one database is to be used, by what each of them says of itself. */
import type { Role } from "./postgres-client.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

/** What tells one server from another, and an old primary from the one that was promoted after it. */
export interface ServerIdentity {
	/** Of the cluster; its standbys have the same. */
	system: string;
	/** When it was started: two names of one server tell the same. */
	started: string;
	/** Rises by one with each promotion. */
	timeline: number;
}

export interface SeenHost {
	/** "db1.example:5432" */
	host: string;
	state: Role | "left_behind" | "unreachable";
	/** Why it is unreachable. */
	because?: string;
	/** null unless it is a primary that tells. */
	server: ServerIdentity | null;
}

interface Choice {
	/** In the order given, with old primaries as left behind. */
	seen: readonly SeenHost[];
	/** The place of the chosen host in that list. */
	chosen: number;
}

/** Says why no host can be used. */
export class NoHostError extends StoreUnavailableError {
	readonly seen: readonly SeenHost[];

	constructor(code: "no_primary" | "two_primaries", message: string, seen: readonly SeenHost[]) {
		super(message, { code });
		this.seen = seen;
	}
}

/**
 * The primary; of several, the one that was promoted last. `newest`: the last primary that this process has used; one that it has
 * replaced does not come back. `current`: the place of the host in use, which stays if it is as good as others. `mustWrite` false:
 * the first host that answers. Throws NoHostError.
 */
export function chooseHost(
	answers: readonly SeenHost[],
	{ newest, current, mustWrite }: { newest: ServerIdentity | null; current: number; mustWrite: boolean },
): Choice {
	const known = answers.flatMap(({ server }) => server ?? []);
	const last = (system: string) =>
		Math.max(
			...[...known, ...(newest === null ? [] : [newest])]
				.filter((each) => each.system === system)
				.map(({ timeline }) => timeline),
		);
	const seen = answers.map((each): SeenHost => {
		const { server } = each;
		return server !== null && server.timeline < last(server.system)
			? { ...each, state: "left_behind" }
			: each;
	});
	const usable: ReadonlyArray<SeenHost["state"]> = mustWrite
		? ["primary"]
		: ["primary", "read_only", "standby"];
	const [first, ...others] = seen.filter(({ state }) => usable.includes(state));
	if (first === undefined) {
		const message = `None of the hosts takes writes: ${describeHosts(seen)}. Start the primary, or promote a standby.`;
		throw new NoHostError("no_primary", message, seen);
	}
	if (mustWrite && others.some((each) => !isSameServer(each.server, first.server))) {
		const names = [first, ...others].map(({ host }) => host).join(", ");
		const message = `Two primaries: ${names}. Neither was promoted after the other, so it cannot be told which one has the data. Stop the wrong one.`;
		throw new NoHostError("two_primaries", message, seen);
	}
	const own = seen[current];
	return { seen, chosen: own !== undefined && usable.includes(own.state) ? current : seen.indexOf(first) };
}

function isSameServer(one: ServerIdentity | null, other: ServerIdentity | null): boolean {
	return one !== null && other !== null && one.system === other.system && one.started === other.started;
}

const words: Record<SeenHost["state"], string> = {
	primary: "is the primary",
	standby: "is a standby",
	read_only: "takes no writes (default_transaction_read_only)",
	left_behind: "is an old primary: another host was promoted after it",
	unreachable: "cannot be reached",
};

/** "db1:5432 is a standby; db2:5432 cannot be reached (connect ECONNREFUSED)" */
export function describeHosts(seen: readonly SeenHost[]): string {
	return seen
		.map(
			({ host, state, because }) => `${host} ${words[state]}${because === undefined ? "" : ` (${because})`}`,
		)
		.join("; ");
}
