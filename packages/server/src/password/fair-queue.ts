import { createLinkedList, type Link, type LinkedList } from "./linked-list.ts";

/**
 * Clients who take turns (fair queueing, RFC 970): one line for each of them, first come first served inside it. A full
 * queue drops from the end of the longest line, so nobody can fill it for the others. Every operation is one step,
 * however many wait.
 */
export interface FairQueue<Job> {
	size(): number;
	/** False when add would give the job back. */
	hasRoom(from: string): boolean;
	/**
	 * Returns the job that finds no room: the newest of the longest line, or the given one when its own line would be as
	 * long as any; undefined while fewer than `limit` wait.
	 */
	add(job: Job, from: string): Job | undefined;
	/** Takes out the first of the line whose turn it is. */
	next(): Job | undefined;
	/** Takes a job out; false when it was not waiting. */
	remove(job: Job): boolean;
}

interface Line<Job> {
	from: string;
	jobs: LinkedList<Job>;
}

export function createFairQueue<Job>(limit: number): FairQueue<Job> {
	/** The lines in which somebody waits, in the order of their turns. */
	const lines = new Map<string, Line<Job>>();
	const places = new Map<Job, { line: Line<Job>; link: Link<Job> }>();
	/** The same lines by length: under a flood every request asks for the longest, and may not look at them all. */
	const byLength: Array<Set<Line<Job>>> = [];
	let longest = 0;

	const isFull = (): boolean => places.size >= limit;
	const lengthOf = (from: string): number => lines.get(from)?.jobs.length() ?? 0;

	/** To be told of each job that came or left: lengths change by one. */
	function lengthChanged(line: Line<Job>, before: number): void {
		const length = line.jobs.length();
		byLength[before]?.delete(line);
		if (length > 0) byLength[length] = (byLength[length] ?? new Set()).add(line);
		if (length > longest || byLength[longest]?.size === 0) longest = length;
	}

	function append(job: Job, from: string): void {
		const line = lines.get(from) ?? { from, jobs: createLinkedList<Job>() };
		lines.set(from, line); // a new line is the last to have its turn, another stays where it is
		places.set(job, { line, link: line.jobs.append(job) });
		lengthChanged(line, line.jobs.length() - 1);
	}

	function remove(job: Job): boolean {
		const place = places.get(job);
		if (place === undefined) return false;
		const { line, link } = place;
		places.delete(job);
		line.jobs.remove(link);
		lengthChanged(line, line.jobs.length() + 1);
		if (line.jobs.length() === 0) lines.delete(line.from);
		return true;
	}

	function newestOfLongest(): Job | undefined {
		const [line] = byLength[longest] ?? [];
		return line?.jobs.last()?.value;
	}

	const hasRoom = (from: string): boolean => !isFull() || longest > lengthOf(from) + 1;

	return {
		size: () => places.size,
		hasRoom,
		add(job, from) {
			if (!hasRoom(from)) return job;
			const dropped = isFull() ? newestOfLongest() : undefined;
			if (dropped !== undefined) remove(dropped);
			append(job, from);
			return dropped;
		},
		next() {
			const [line] = lines.values();
			const first = line?.jobs.first();
			if (line === undefined || first === null || first === undefined) return undefined;
			lines.delete(line.from);
			lines.set(line.from, line);
			remove(first.value);
			return first.value;
		},
		remove,
	};
}
