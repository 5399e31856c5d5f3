/** The queue against a naive one, under any mix of arrivals. A failure prints the seed that repeats it, lots included. */
// Proves: hashing-queue, full-queue
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { seededRandom } from "../../../test/support/seeded-random.ts";
import { type Lane, lanes } from "../../platform/metrics/lanes.ts";
import { createJobQueue, type Place } from "./job-queue.ts";

type Job = Place & { startBy: number };

const LIMIT = 5;
const DEADLINE = 100;

/** Addresses, their network and their line in it: of the first network two lines, of the second one. */
const addresses = ["1:a::1", "1:a::2", "1:b::1", "2:a::1"].map((end) => `2001:db8:${end}`);
const moreAddresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"];
const networkOf = (from: string) => (from.includes(":") ? from.slice(0, "2001:db8:1".length) : from);
const lineOf = (from: string) => (from.includes(":") ? from.slice(0, "2001:db8:1:a".length) : from);

const perLane = <Value>(make: () => Value): Record<Lane, Value> => ({
	known: make(),
	quiet: make(),
	suspect: make(),
});

/** The rules once more, as plainly as possible: one array, looked through from the beginning every time. */
function createNaiveQueue() {
	let jobs: Job[] = [];
	/** Which networks, and which lines, have waited since when for a turn, in each lane. */
	const turns = perLane(() => ({ networks: [] as string[], lines: [] as string[] }));
	const started: Lane[] = [];
	const of = (lane: Lane) => jobs.filter((job) => job.lane === lane);
	const moveToEnd = (names: string[], name: string) => names.push(...names.splice(names.indexOf(name), 1));
	/** Those of the most frequent name. */
	const fullest = (among: Job[], nameOf: (from: string) => string) => {
		const sizes = Map.groupBy(among, (job) => nameOf(job.from));
		const most = Math.max(...[...sizes.values()].map(({ length }) => length));
		return [...sizes.values()].filter(({ length }) => length === most);
	};
	const threeOf = (lane: Lane, among: readonly Lane[]) => {
		const last = started.filter((each) => among.includes(each)).slice(-3);
		return last.length === 3 && last.every((each) => each === lane);
	};
	const laneOfTurn = (): Lane | undefined => {
		const [isKnown, isQuiet, isSuspect] = lanes.map((lane) => of(lane).length > 0);
		if (isKnown && !((isQuiet || isSuspect) && threeOf("known", lanes))) return "known";
		if (isQuiet && !(isSuspect && threeOf("quiet", ["quiet", "suspect"]))) return "quiet";
		return isSuspect ? "suspect" : undefined;
	};
	return {
		all: () => jobs,
		of,
		/** What a full lane may drop for this one, which may be itself: the newest of a fullest line of a fullest network. */
		droppable: (job: Job) =>
			fullest([...of(job.lane), job], networkOf)
				.flatMap((network) => fullest(network, lineOf))
				.map((line) => line.at(-1)),
		add(job: Job) {
			const { networks, lines } = turns[job.lane];
			if (!networks.includes(networkOf(job.from))) networks.push(networkOf(job.from));
			if (!lines.includes(lineOf(job.from))) lines.push(lineOf(job.from));
			jobs.push(job);
		},
		remove(...gone: Job[]) {
			jobs = jobs.filter((job) => !gone.includes(job));
			for (const lane of lanes) {
				const froms = of(lane).map(({ from }) => from);
				const { networks, lines } = turns[lane];
				turns[lane] = {
					networks: networks.filter((name) => froms.map(networkOf).includes(name)),
					lines: lines.filter((name) => froms.map(lineOf).includes(name)),
				};
			}
		},
		next(): Job | undefined {
			const lane = laneOfTurn();
			if (lane === undefined) return undefined;
			const { networks, lines } = turns[lane];
			const network = networks[0] ?? "";
			const line = lines.find((name) => networkOf(name) === network) ?? "";
			moveToEnd(networks, network);
			moveToEnd(lines, line);
			started.push(lane);
			return of(lane).find((job) => lineOf(job.from) === line);
		},
	};
}

const place = fc.record<Place>({
	lane: fc.constantFrom(...lanes),
	from: fc.constantFrom(...addresses, ...addresses, ...moreAddresses),
});
const step = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ do: fc.constant("add" as const), place }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant("next" as const) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), which: fc.nat() }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), time: fc.nat({ max: 40 }) }) },
);

/** Randomness for the lots. */
const randomOf = (seed: number) => {
	const { below } = seededRandom(seed);
	return (size: number) => Buffer.from(Array.from({ length: size }, () => below(256)));
};

/** Long enough to fill lanes; by itself the library prefers a few steps. */
const steps = fc.array(step, { maxLength: 150, size: "max" });

const queueWith = (clock: () => number, seed: number) =>
	createJobQueue<Job>({ limit: LIMIT, deadline: DEADLINE, clock, random: randomOf(seed) });

test("any mix of jobs is served, pushed out, refused and late as by a naive queue", () => {
	const property = fc.property(steps, fc.nat(), (given, seed) => {
		let now = 0;
		const queue = queueWith(() => now, seed);
		const naive = createNaiveQueue();
		const added = new Set<Job>();
		const left: Job[] = [];
		for (const each of given) {
			if (each.do === "add") {
				const job = { ...each.place, startBy: now + DEADLINE };
				const full = naive.of(job.lane).length === LIMIT;
				const dropped = queue.add(job, job);
				assert.equal(dropped !== undefined, full);
				if (dropped !== undefined) assert.ok(naive.droppable(job).includes(dropped));
				if (dropped === job) continue;
				naive.add(job);
				if (dropped !== undefined) {
					naive.remove(dropped);
					left.push(dropped);
				}
				added.add(job);
			} else if (each.do === "next") {
				const job = queue.next();
				assert.equal(job, naive.next());
				if (job === undefined) continue;
				naive.remove(job);
				left.push(job);
			} else if (each.do === "remove") {
				const job = naive.all()[each.which % naive.all().length];
				if (job === undefined) continue;
				assert.equal(queue.remove(job), true);
				naive.remove(job);
				left.push(job);
			} else {
				now += each.time;
				const late = naive.all().filter(({ startBy }) => startBy < now);
				assert.deepEqual(queue.takeLate(), late);
				naive.remove(...late);
				left.push(...late);
			}
			const sizes = queue.sizes();
			for (const lane of lanes) {
				assert.equal(sizes[lane], naive.of(lane).length);
				assert.ok(sizes[lane] <= LIMIT);
			}
			const oldest = naive.all()[0];
			assert.equal(queue.timeToDeadline(), oldest === undefined ? null : oldest.startBy - now);
		}
		left.push(...queue.takeAll());
		assert.equal(left.length, added.size, "nothing is lost, nothing given twice");
		assert.deepEqual(new Set(left), added);
	});
	fc.assert(property, { numRuns: 300 });
});

test("one start of four goes to an unknown device while one waits, and one of four of those to a suspect", () => {
	const property = fc.property(steps, fc.nat(), (given, seed) => {
		let now = 0;
		const queue = queueWith(() => now, seed);
		/** Starts in a row of lanes before it while one of the lane waits. */
		const passed = { unknown: 0, suspect: 0 };
		const settle = () => {
			const { quiet, suspect } = queue.sizes();
			if (quiet + suspect === 0) passed.unknown = 0;
			if (suspect === 0) passed.suspect = 0;
		};
		for (const each of given) {
			if (each.do === "add") queue.add({ ...each.place, startBy: now + DEADLINE }, each.place);
			else if (each.do === "wait") {
				now += each.time;
				queue.takeLate();
			} else if (each.do === "next") {
				const { quiet, suspect } = queue.sizes();
				const job = queue.next();
				if (job === undefined) continue;
				if (job.lane === "known") passed.unknown += quiet + suspect > 0 ? 1 : 0;
				else passed.unknown = 0;
				if (job.lane === "quiet") passed.suspect += suspect > 0 ? 1 : 0;
				else if (job.lane === "suspect") passed.suspect = 0;
				assert.ok(passed.unknown <= 3, "an unknown device was passed over four times");
				assert.ok(passed.suspect <= 3, "a suspect was passed over four times");
			}
			settle();
		}
	});
	fc.assert(property, { numRuns: 300 });
});

test("no network is served twice while another of the same lane waits, and no address while another of its network does", () => {
	for (const [nameOf, within] of [
		[networkOf, () => ""],
		[lineOf, networkOf],
	] as const)
		fc.assert(noneTwice(nameOf, within), { numRuns: 200 });
});

/** Names that compete for the turns of what they are within. */
function noneTwice(nameOf: (from: string) => string, within: (from: string) => string) {
	return fc.property(steps, fc.nat(), (given, seed) => {
		let now = 0;
		const queue = queueWith(() => now, seed);
		const waiting = new Set<Job>();
		/** For each name that waits in a lane: which were served there since it came, or was served itself. */
		const passed = perLane(() => new Map<string, Set<string>>());
		for (const each of given) {
			if (each.do === "add") {
				const job = { ...each.place, startBy: now + DEADLINE };
				waiting.add(job);
				const dropped = queue.add(job, job);
				if (dropped !== undefined) waiting.delete(dropped);
			} else if (each.do === "next") {
				const job = queue.next();
				if (job === undefined) continue;
				waiting.delete(job);
				const name = nameOf(job.from);
				passed[job.lane].delete(name);
				for (const [other, by] of passed[job.lane]) {
					if (within(other) !== within(job.from)) continue;
					assert.ok(!by.has(name), `${name} was served twice while ${other} waited`);
					by.add(name);
				}
			} else if (each.do === "remove") {
				const job = [...waiting][each.which % waiting.size];
				if (job !== undefined && queue.remove(job)) waiting.delete(job);
			} else {
				now += each.time;
				for (const job of queue.takeLate()) waiting.delete(job);
			}
			for (const lane of lanes) {
				const jobs = [...waiting].filter((job) => job.lane === lane);
				const present = new Set(jobs.map(({ from }) => nameOf(from)));
				for (const name of passed[lane].keys()) if (!present.has(name)) passed[lane].delete(name);
				for (const name of present) if (!passed[lane].has(name)) passed[lane].set(name, new Set());
			}
		}
	});
}
