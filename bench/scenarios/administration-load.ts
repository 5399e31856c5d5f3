/**
 * What an admin's watching costs everyone else: checks of a cookie, and logins with right passwords, alone and beside ten open streams of
 * events and exports of the audit log, one after the other; in turns.
 */
import type { Visitor } from "../../packages/server/test/support/visitor.ts";
import { onBothDatabases } from "../lib/both-databases.ts";
import { growEvents } from "../lib/growing.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { deploymentIn, PASSWORD, withPassword } from "../lib/sallyport.ts";
import { median, percent, showNumber } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { logInAll } from "../load/application-logins.ts";
import type { Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { defineScenario } from "../scenario.ts";

const admins = ["admin-1", "admin-2"];
const names = [...admins, ...Array.from({ length: 60 }, (_, index) => `user-${index}`)];
/** As many as one admin may open. */
const STREAMS_OF_ONE = 5;
const CHECKERS = 10;
/** Enough to keep both processors hashing. */
const LOGINS_AT_ONCE = 16;

const cookieOf = ({ cookies }: Visitor) => [...cookies].map((pair) => pair.join("=")).join("; ");

/** Reads all of it, until it ends or the signal cuts it off. Resolves with how many bytes came. */
async function read(address: string, visitor: Visitor, signal: AbortSignal): Promise<number> {
	let bytes = 0;
	try {
		const { body, status } = await fetch(address, { headers: { cookie: cookieOf(visitor) }, signal });
		if (status !== 200 || body === null) throw new Error(`${address} was answered ${status}`);
		for await (const piece of body) bytes += piece.length;
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	return bytes;
}

/** Ten streams and an export, until `end`, which resolves with the bytes of both. */
function watchAll(base: string, watchers: readonly Visitor[]) {
	const ending = new AbortController();
	const { signal } = ending;
	const streams = watchers.flatMap((admin) =>
		Array.from({ length: STREAMS_OF_ONE }, () => read(`${base}/events/stream`, admin, signal)),
	);
	const exporting = (async () => {
		let bytes = 0;
		while (!signal.aborted && watchers[0]) bytes += await read(`${base}/events/export`, watchers[0], signal);
		return bytes;
	})();
	return async () => {
		ending.abort();
		const streamed = await Promise.all(streams);
		return { streamed: streamed.reduce((sum, each) => sum + each, 0), exported: await exporting };
	};
}

/** Rows for one database. */
async function measure(
	name: string,
	settings: Record<string, string>,
	{ seconds, rounds, events }: typeof defaults,
): Promise<Rows> {
	await using ends = new AsyncDisposableStack();
	const folder = ends.use(temporaryFolder()).path;
	const deployment = deploymentIn(folder, { settings });
	await deployment.addUsers(withPassword(names));
	for (const admin of admins) await deployment.run(["user", "role", admin, "admin"]);
	await growEvents(settings.SALLYPORT_DATABASE_URL ?? `${folder}/bench.db`, events, names.length);
	const { port } = ends.use(await deployment.start());
	const users = await logInAll(port, names);
	const load = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
	const rate = async (requests: Request[], connections: number) => {
		const figures = await load.ask("load", { port, connections, duration: seconds * 1000, requests });
		return figures.answered / figures.seconds;
	};
	const checks = users.map((user) => ({ path: "/api/auth/session", headers: { cookie: cookieOf(user) } }));
	const logins = users.slice(admins.length).map((user, index) => ({
		method: "POST" as const,
		path: "/api/auth/login",
		headers: { csrf: user.csrf ?? "" },
		json: { username: `user-${index}`, password: PASSWORD },
	}));
	const rows: string[][] = [];
	for (const [what, requests, connections] of [
		["checks", checks, CHECKERS],
		["logins", logins, LOGINS_AT_ONCE],
	] as const) {
		await rate([...requests], connections);
		const [alone, beside, exported, streamed]: number[][] = [[], [], [], []];
		for (let round = 0; round < rounds; round += 1) {
			alone?.push(await rate([...requests], connections));
			const end = watchAll(`http://localhost:${port}/api/admin`, users.slice(0, admins.length));
			beside?.push(await rate([...requests], connections));
			const bytes = await end();
			exported?.push(bytes.exported / seconds / 1e6);
			streamed?.push(bytes.streamed / seconds / 1e3);
		}
		const [before = 0, during = 0, mega = 0, kilo = 0] = [alone, beside, exported, streamed].map((each) =>
			median(each ?? []),
		);
		rows.push([
			`${what}, ${name}`,
			...[before, during].map(showNumber),
			percent(during / before),
			showNumber(mega),
			showNumber(kilo),
		]);
	}
	return rows;
}

const defaults = { seconds: 5, rounds: 5, events: 1_000_000 };

export const scenario = defineScenario(defaults, async (options) => {
	const rows = await onBothDatabases((name, settings) => measure(name, settings, options));
	const head = ["a second", "alone", "beside streams and export", "kept", "MB exported", "kB streamed"];
	return alignedTable([head, ...rows.flat()]);
});
