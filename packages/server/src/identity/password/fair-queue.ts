import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";

/** The jobs of one address, or the lines of a network's addresses, or those of all networks. */
interface Line<Job> {
	/** Jobs, with those of the lines in it. */
	size: number;
	lot: number;
	/** In the order of their turns. */
	lines: Map<string, Line<Job>>;
	jobs: Job[];
}

/**
 * Clients take turns (fair queueing, RFC 970): first the networks, then the addresses of a network. One address is served
 * first come, first served. A full queue drops the newest job of the fullest address of the fullest network; of several that
 * are equally full, the one with the lowest lot. So no client can fill the queue for other clients, or hold it shut.
 * `drawLot`: for the name of a network or address that begins to wait.
 */
export function createFairQueue<Job>(limit: number, drawLot: (name: string) => number) {
	const all: Line<Job> = { size: 0, lot: 0, lines: new Map(), jobs: [] };
	const paths = new Map<Job, readonly string[]>();

	/** Counts a job in or out along its path. Returns the last line, which is that of the address. */
	function resize(path: readonly string[], by: 1 | -1): Line<Job> {
		let line = all;
		line.size += by;
		for (const name of path) {
			const inner = line.lines.get(name) ?? { size: 0, lot: drawLot(name), lines: new Map(), jobs: [] };
			inner.size += by;
			if (inner.size === 0) line.lines.delete(name);
			else line.lines.set(name, inner); // a new line is the last to have its turn, another stays where it is
			line = inner;
		}
		return line;
	}

	/** The fullest address of the fullest network. */
	function fullest(): Line<Job> {
		let line = all;
		while (line.lines.size > 0) line = [...line.lines.values()].reduce(fuller);
		return line;
	}

	/** Takes a job out; false when it was not waiting. */
	function remove(job: Job): boolean {
		const path = paths.get(job);
		if (path === undefined) return false;
		paths.delete(job);
		const { jobs } = resize(path, -1);
		jobs.splice(jobs.indexOf(job), 1);
		return true;
	}

	return {
		size: () => all.size,
		/** False when add would give the job back. */
		hasRoom(from: string): boolean {
			if (all.size < limit) return true;
			const path = pathOf(from);
			const own = resize(path, 1);
			const isOwn = fullest() === own;
			resize(path, -1);
			return !isOwn;
		},
		/** Returns the job that is dropped, another one or the given one; undefined while at most `limit` wait. */
		add(job: Job, from: string): Job | undefined {
			const path = pathOf(from);
			resize(path, 1).jobs.push(job);
			paths.set(job, path);
			if (all.size <= limit) return undefined;
			const dropped = fullest().jobs.at(-1) as Job;
			remove(dropped);
			return dropped;
		},
		/** Takes out the first job of the client whose turn it is. */
		next(): Job | undefined {
			let line = all;
			for (let [turn] = line.lines; turn !== undefined; [turn] = line.lines) {
				const [name, inner] = turn;
				line.lines.delete(name);
				line.lines.set(name, inner);
				line = inner;
			}
			const [job] = line.jobs;
			if (job !== undefined) remove(job);
			return job;
		},
		remove,
	};
}

/** The /48 and the /64 of an IPv6 address; an IPv4 address is its own network, because a /24 may be a whole carrier's NAT. */
function pathOf(from: string): readonly string[] {
	const network = networkPrefix(from);
	return network === null ? [from] : [network, addressPrefix(from)];
}

function fuller<Job>(one: Line<Job>, other: Line<Job>): Line<Job> {
	const difference = one.size - other.size || other.lot - one.lot;
	return difference < 0 ? other : one;
}
