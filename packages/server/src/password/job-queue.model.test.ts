/** The queue against a naive one, under any mix of arrivals. A failure prints the seed that repeats it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createJobQueue } from "./job-queue.ts";
import { type Lane, lanes, type Place } from "./lanes.ts";

interface Job extends Place {
	startBy: number;
}

const LIMIT = 5;
const DEADLINE = 100;

/** The rules once more, as plainly as possible: one array, looked through from the beginning every time. */
function createNaiveQueue() {
	let jobs: Job[] = [];
	/** Who has waited since when for a turn, in each lane. */
	const turns: Record<Lane, string[]> = { known: [], quiet: [], suspect: [] };
	const of = (lane: Lane, from?: string) =>
		jobs.filter((job) => job.lane === lane && (from === undefined || job.from === from));
	const longest = (lane: Lane) => Math.max(0, ...turns[lane].map((from) => of(lane, from).length));
	const settleTurns = (lane: Lane) => {
		turns[lane] = turns[lane].filter((from) => of(lane, from).length > 0);
	};
	return {
		all: () => jobs,
		of,
		hasRoom: ({ lane, from }: Place) => of(lane).length < LIMIT || longest(lane) > of(lane, from).length + 1,
		/** Whom a newcomer may push out: the newest of any of the longest lines. */
		droppable: (lane: Lane) =>
			turns[lane]
				.map((from) => of(lane, from))
				.filter((line) => line.length === longest(lane))
				.map((line) => line.at(-1)),
		add(job: Job) {
			if (of(job.lane, job.from).length === 0) turns[job.lane].push(job.from);
			jobs.push(job);
		},
		remove(...gone: Job[]) {
			jobs = jobs.filter((job) => !gone.includes(job));
			for (const lane of lanes) settleTurns(lane);
		},
		next(): Job | undefined {
			const lane = lanes.find((each) => of(each).length > 0);
			const from = lane && turns[lane].shift();
			if (lane === undefined || from === undefined) return undefined;
			turns[lane].push(from);
			return of(lane, from)[0];
		},
	};
}

const place = fc.record<Place>({
	lane: fc.constantFrom(...lanes),
	from: fc.constantFrom("a", "a", "a", "a", "b", "b", "c", "d", "e", "f", "g", "h"),
});
const step = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ do: fc.constant("add" as const), place }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant("next" as const) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), which: fc.nat() }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), time: fc.nat({ max: 40 }) }) },
);

/** Long enough to fill lanes; by itself the library prefers a few steps. */
const steps = fc.array(step, { maxLength: 150, size: "max" });

test("any mix of jobs is served, pushed out, refused and late as by a naive queue", () => {
	const property = fc.property(steps, (given) => {
		let now = 0;
		const queue = createJobQueue<Job>({ limit: LIMIT, deadline: DEADLINE, clock: () => now });
		const naive = createNaiveQueue();
		const added = new Set<Job>();
		const left: Job[] = [];
		for (const each of given) {
			if (each.do === "add") {
				const job = { ...each.place, startBy: now + DEADLINE };
				const full = naive.of(job.lane).length === LIMIT;
				const room = queue.hasRoom(job.from, [job.lane]);
				assert.equal(room, naive.hasRoom(job));
				const dropped = queue.add(job, job);
				assert.equal(dropped !== job, room, "refused beforehand exactly when add refuses");
				if (dropped === job) continue;
				assert.equal(dropped !== undefined, full);
				if (dropped !== undefined) {
					assert.ok(naive.droppable(job.lane).includes(dropped));
					naive.remove(dropped);
					left.push(dropped);
				}
				naive.add(job);
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

test("nobody is served twice while somebody else of the same lane waits for a turn", () => {
	const property = fc.property(steps, (given) => {
		let now = 0;
		const queue = createJobQueue<Job>({ limit: LIMIT, deadline: DEADLINE, clock: () => now });
		const waiting = new Set<Job>();
		/** For each client who waits in a lane: who was served there since it came, or was served itself. */
		const passed: Record<Lane, Map<string, Set<string>>> = {
			known: new Map(),
			quiet: new Map(),
			suspect: new Map(),
		};
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
				passed[job.lane].delete(job.from);
				for (const [from, by] of passed[job.lane]) {
					assert.ok(!by.has(job.from), `${job.from} was served twice while ${from} waited`);
					by.add(job.from);
				}
			} else if (each.do === "remove") {
				const job = [...waiting][each.which % waiting.size];
				if (job !== undefined && queue.remove(job)) waiting.delete(job);
			} else {
				now += each.time;
				for (const job of queue.takeLate()) waiting.delete(job);
			}
			for (const lane of lanes) {
				const present = new Set([...waiting].filter((job) => job.lane === lane).map(({ from }) => from));
				for (const from of passed[lane].keys()) if (!present.has(from)) passed[lane].delete(from);
				for (const from of present) if (!passed[lane].has(from)) passed[lane].set(from, new Set());
			}
		}
	});
	fc.assert(property, { numRuns: 300 });
});
