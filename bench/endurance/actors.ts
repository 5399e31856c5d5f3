/** Users who do one thing after the other, and an operator; and what they try with that which must be dead. */
import { setTimeout as rest } from "node:timers/promises";
import { runSallyport } from "../lib/sallyport.ts";
import type { Call } from "./call.ts";
import { type Dead, everywhere, type Person } from "./person.ts";

/** Of each person; one that is never logged out would gather them without end. */
const SESSIONS_KEPT = 5;
/** Milliseconds after a death. */
const LATER = [1500, 8000];

export type Probes = ReturnType<typeof createProbes>;

const anyOf = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)];

/** Tries what must be dead: at once everywhere, later somewhere, and at the end everywhere again. */
export function createProbes() {
	const all: Array<{ person: Person; dead: Dead }> = [];
	const waiting: Array<{ person: Person; dead: Dead; due: number }> = [];
	const probeEverywhere = (person: Person, dead: Dead) =>
		Promise.all(everywhere.map((way) => person.probe(dead, way)));
	return {
		async begin(person: Person, dead: readonly Dead[]): Promise<void> {
			for (const each of dead) {
				all.push({ person, dead: each });
				for (const wait of LATER) waiting.push({ person, dead: each, due: performance.now() + wait });
			}
			// Of many sessions one after the other: the burst would be a load of its own.
			for (const each of dead) await probeEverywhere(person, each);
		},
		/** Those that are due. */
		async later(): Promise<void> {
			for (const each of waiting.filter(({ due }) => due <= performance.now()).slice(0, 2)) {
				waiting.splice(waiting.indexOf(each), 1);
				await each.person.probe(each.dead, anyOf(everywhere) ?? "front");
			}
		},
		/** All that ever died, sessions everywhere; of each person the password that was the last to be replaced. */
		async again(): Promise<void> {
			const passwords = new Map<Person, Dead>();
			for (const { person, dead } of all) {
				if ("password" in dead) passwords.set(person, dead);
				else await probeEverywhere(person, dead);
			}
			for (const [person, dead] of passwords) await person.probe(dead, anyOf(everywhere) ?? "front");
		},
	};
}

export interface Part {
	people: readonly Person[];
	probes: Probes;
	isOver: () => boolean;
	/** Milliseconds from one act to the next, at least. */
	pace: number;
}

export async function work({ people, probes, isOver, pace }: Part): Promise<void> {
	await rest(Math.random() * pace);
	while (!isOver()) {
		const person = anyOf(people);
		if (person === undefined) return;
		const begun = performance.now();
		await act(person, probes);
		await probes.later();
		await rest(Math.max(0, begun + pace - performance.now()));
	}
}

async function act(person: Person, probes: Probes): Promise<unknown> {
	const session = anyOf(person.sessions());
	const dice = Math.random() * 100;
	if (person.isUnsure()) return probes.begin(person, await person.settle());
	if (session === undefined) return person.logIn();
	if (dice < 45) return person.check(session);
	if (dice < 60 && person.sessions().length < SESSIONS_KEPT) return person.logIn();
	if (dice < 72) return person.renew(session);
	if (dice < 86) {
		// The check may see the session before the logout or after it.
		const [dead] = await Promise.all([person.logOut(session), person.check(session, "front", {})]);
		return probes.begin(person, dead);
	}
	if (dice < 91) return person.guess();
	if (dice < 96) return probes.begin(person, await person.changePassword(session));
	return person.check(session);
}

/** At the end: a session or a password that is held must still be accepted, on every instance. */
export async function lookAgain({ people, probes }: Part): Promise<void> {
	for (const person of people) {
		await probes.begin(person, await person.settle());
		for (const session of [...person.sessions()])
			await Promise.all(everywhere.map((way) => person.check(session, way)));
		await person.logIn();
	}
	await probes.again();
}

/** Disables and enables people at the command line, now and then. Leaves all of them enabled. */
export async function operate(
	{ people, probes, isOver, pace }: Part,
	{ calls, folder, settings }: { calls: Call[]; folder: string; settings: Record<string, string> },
): Promise<void> {
	async function command(act: "disable" | "enable", user: string): Promise<boolean> {
		const began = performance.now();
		const ran = runSallyport(folder, ["user", act, user], { settings });
		const problem = await ran.then(
			() => null,
			(error: Error) => error.message,
		);
		const found =
			problem === null ? { outcome: "accepted" as const } : { outcome: "away" as const, note: problem };
		const about = {
			act,
			kind: act,
			user,
			shown: "",
			way: "command line",
			began,
			answered: performance.now(),
		};
		calls.push({ ...about, ...found });
		return problem === null;
	}

	for (let round = 0; !isOver(); round += 1) {
		const person = people[round % people.length];
		if (person === undefined) return;
		await person.logIn();
		await person.logIn();
		const isDisabled = await command("disable", person.username);
		const dead = person.setDisabled(isDisabled || "perhaps");
		// The password must not open either, until the user is enabled.
		if (isDisabled) await person.logIn();
		await probes.begin(person, dead);
		while (!(await command("enable", person.username))) {
			person.setDisabled("perhaps");
			await rest(pace / 10);
		}
		person.setDisabled(false);
		await probes.later();
		await rest(pace);
	}
}
