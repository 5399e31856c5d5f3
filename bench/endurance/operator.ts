import { setTimeout as rest } from "node:timers/promises";
import type { Run } from "../../packages/server/test/support/command.ts";
import type { Act, History, Outcome } from "./history.ts";
import type { Person } from "./person.ts";
import type { Probes } from "./probes.ts";

/** Disables and enables people of their own at the command line, now and then, until told. Leaves everybody enabled. */
export async function operate({
	people,
	probes,
	pause,
	run,
	history,
	isOver,
}: {
	people: readonly Person[];
	probes: Probes;
	/** Milliseconds between two rounds. */
	pause: number;
	run: Run;
	history: History;
	isOver: () => boolean;
}): Promise<void> {
	async function command(act: Act & ("disable" | "enable"), person: Person): Promise<boolean> {
		const began = history.now();
		const { code, err } = await run(`user ${act} ${person.username}`);
		const outcome: Outcome = code === 0 ? "accepted" : "away";
		const intent = { act, kind: act, user: person.username, way: "command line" };
		const note = code === 0 ? {} : { note: err };
		history.append({ ...intent, began, answered: history.now(), outcome, ...note });
		return code === 0;
	}

	for (let round = 0; !isOver(); round += 1) {
		const person = people[round % people.length];
		if (person === undefined) return;
		await person.logIn();
		await person.logIn();
		const isDisabled = await command("disable", person);
		// The password must not open either, until the user is enabled.
		if (isDisabled) {
			await person.logIn();
			await probes.begin(person, person.dropSessions());
		} else person.dropSessions();
		while (!(await command("enable", person))) await rest(pause / 10);
		await probes.later();
		await rest(pause);
	}
}
