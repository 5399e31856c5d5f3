/** Races whose outcome is always the same: something else happens in the middle of one call. */
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Queryable } from "../../src/platform/database/tables.ts";

type Asynchronous<Name extends string> = Record<Name, (...args: never[]) => Promise<unknown>>;

/** The next call of a method waits until `act` is done, which gets what it is called with. */
export function beforeNext<Name extends string>(
	object: Asynchronous<Name>,
	name: Name,
	act: (...args: never[]) => Promise<unknown>,
): void {
	once(object, name, async (run, args) => {
		await act(...args);
		return run();
	});
}

/** The caller of the next call of a method gets its result when `act` is done, which sees it come. */
export function afterNext<Name extends string>(
	object: Asynchronous<Name>,
	name: Name,
	act: () => Promise<unknown>,
): void {
	once(object, name, async (run) => {
		const result = await run();
		await act();
		return result;
	});
}

/** The next call of a method has begun when `act` does, and is not waited for. */
export function whileNext<Name extends string>(
	object: Asynchronous<Name>,
	name: Name,
	act: () => Promise<unknown>,
): void {
	once(object, name, async (run) => {
		const running = run();
		await act();
		return running;
	});
}

function once<Name extends string>(
	object: Asynchronous<Name>,
	name: Name,
	around: (run: () => Promise<unknown>, args: never[]) => Promise<unknown>,
): void {
	const original = object[name];
	object[name] = (...args) => {
		object[name] = original;
		return around(() => original.apply(object, args), args);
	};
}

/** Milliseconds between two looks: without, looking would take a whole processor from what is looked at. */
const PAUSE = 25;

/** Asks until the answer is true. A test for which that never comes fails by the time limit of the runner, by name. */
export async function eventually(ask: () => Promise<boolean>): Promise<void> {
	while (!(await ask())) await setTimeout(PAUSE);
}

/** Whether so many connections to this database wait for a lock; on PostgreSQL. */
export async function waits(queries: Queryable, connections = 1): Promise<boolean> {
	const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
	return (await waiting.execute(queries)).rows.length >= connections;
}
