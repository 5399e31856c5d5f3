/** Tries what must be dead: at once everywhere, later somewhere, and at the end everywhere again. */
import type { Way } from "./caller.ts";
import type { Dead, Person } from "./person.ts";

export const everywhere: readonly Way[] = ["front", 0, 1, 2];

export interface Probes {
	/** At once everywhere; resolves when all has been answered. */
	begin(person: Person, dead: readonly Dead[]): Promise<void>;
	/** Those that are due. */
	later(): Promise<void>;
	/** All that ever died, sessions everywhere; of each person the password that was the last to be replaced. */
	again(): Promise<void>;
}

/** Milliseconds after the death. */
const LATER = [1500, 8000];

export function createProbes({ now, random }: { now: () => number; random: () => number }): Probes {
	const all: Array<{ person: Person; dead: Dead }> = [];
	const waiting: Array<{ person: Person; dead: Dead; due: number }> = [];
	const anyWay = () => everywhere[Math.floor(random() * everywhere.length)] ?? "front";
	return {
		async begin(person, dead) {
			for (const each of dead) {
				all.push({ person, dead: each });
				for (const wait of LATER) waiting.push({ person, dead: each, due: now() + wait });
			}
			// Of many sessions one after the other: the burst would be a load of its own.
			for (const each of dead) await Promise.all(everywhere.map((way) => person.probe(each, way)));
		},
		async later() {
			const due = waiting.filter((each) => each.due <= now()).slice(0, 2);
			for (const each of due) {
				waiting.splice(waiting.indexOf(each), 1);
				await each.person.probe(each.dead, anyWay());
			}
		},
		async again() {
			const sessions = all.filter(({ dead }) => "session" in dead);
			const passwords = new Map(
				all.filter(({ dead }) => "password" in dead).map((each) => [each.person, each]),
			);
			for (const { person, dead } of sessions)
				await Promise.all(everywhere.map((way) => person.probe(dead, way)));
			for (const { person, dead } of passwords.values()) await person.probe(dead, anyWay());
		},
	};
}
