import { setTimeout as rest } from "node:timers/promises";
import type { Person } from "./person.ts";
import type { Probes } from "./probes.ts";
import { everywhere } from "./probes.ts";
import type { HeldSession } from "./session.ts";

/** Of each person, lest one that is never logged out gathers them without end. */
const SESSIONS_KEPT = 5;

/** Somebody who does one thing after the other for a few people of their own, at most one every `pace` milliseconds, until told. */
export async function work({
	people,
	probes,
	pace,
	random,
	isOver,
}: {
	people: readonly Person[];
	probes: Probes;
	pace: number;
	random: () => number;
	isOver: () => boolean;
}): Promise<void> {
	await rest(random() * pace);
	while (!isOver()) {
		const person = people[Math.floor(random() * people.length)];
		if (person === undefined) return;
		const begun = performance.now();
		await act(person, { probes, random });
		await probes.later();
		await rest(Math.max(0, begun + pace - performance.now()));
	}
}

async function act(
	person: Person,
	{ probes, random }: { probes: Probes; random: () => number },
): Promise<void> {
	const session = person.sessions[Math.floor(random() * person.sessions.length)];
	const dice = random() * 100;
	if (person.perhaps !== null) return probes.begin(person, await person.settle());
	if (session === undefined) return person.logIn();
	if (dice < 45) return person.check(session);
	if (dice < 60 && person.sessions.length < SESSIONS_KEPT) return person.logIn();
	if (dice < 72) return person.renew(session);
	if (dice < 86) return probes.begin(person, await logOutDuringCheck(person, session));
	if (dice < 91) return person.guess();
	if (dice < 96) return probes.begin(person, await person.changePassword(session));
	return person.check(session);
}

/** The check may see the session before the logout or after it. */
async function logOutDuringCheck(person: Person, session: HeldSession) {
	const [dead] = await Promise.all([person.logOut(session), person.check(session)]);
	return dead;
}

/** At the end: whoever holds a session or a password must still get in with it, on every instance. */
export async function lookAgain(people: readonly Person[], probes: Probes): Promise<void> {
	for (const person of people) {
		await probes.begin(person, await person.settle());
		for (const session of [...person.sessions])
			await Promise.all(everywhere.map((way) => person.check(session, way)));
		await person.logIn();
	}
	await probes.again();
}
