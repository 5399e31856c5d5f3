/**
 * What checks and logins keep of their rate beside other work, in turns: while ten admins watch and the audit log is exported, and
 * while users log in to an application. Passwords cost what they cost as shipped.
 */
import { setTimeout as rest } from "node:timers/promises";
import { createVisitor, type Visitor } from "../../packages/server/test/support/visitor.ts";
import { interleave, type Measured } from "../compare/interleave.ts";
import { growEvents } from "../lib/growing.ts";
import { deployOn, PASSWORD, withPassword } from "../lib/sallyport.ts";
import { differenceOfMedians, median, percent, showNumber } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { type Application, addApplication, logIn, logInAll } from "../load/application-logins.ts";
import type { Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { defineScenario } from "../scenario.ts";

const names = Array.from({ length: 100 }, (_, at) => `user-${at}`);
const admins = ["watcher-1", "watcher-2"];
/** As many as one admin may have. */
const STREAMS_OF_AN_ADMIN = 5;
const CONNECTIONS = 16;
const LOGINS_A_SECOND = 20;

/** Runs until it is stopped, and resolves when it has ended. */
type Work = (stop: AbortSignal) => Promise<unknown>;

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Reads an answer to its end, or until it is stopped; `endless`: has no end of its own. */
async function readAll(url: string, cookie: string, signal: AbortSignal, endless = false): Promise<void> {
	try {
		const { body, status } = await fetch(url, { headers: { cookie }, signal });
		if (status !== 200 || body === null) throw new Error(`${url} was answered ${status}`);
		await body.pipeTo(new WritableStream());
		if (endless) throw new Error(`${url} ended.`);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

function watching(base: string, watchers: readonly Visitor[]): Work {
	const events = `${base}/api/admin/events`;
	return async (stop) => {
		const cookies = watchers.map(cookieOf);
		const streams = cookies.flatMap((cookie) =>
			Array.from({ length: STREAMS_OF_AN_ADMIN }, () => readAll(`${events}/stream`, cookie, stop, true)),
		);
		const [first = ""] = cookies;
		while (!stop.aborted) await readAll(`${events}/export`, first, stop);
		await Promise.all(streams);
	};
}

function loggingIn(base: string, users: readonly Visitor[], application: Application): Work {
	const anyone = createVisitor(base);
	return async (stop) => {
		const began = performance.now();
		const open = new Set<Promise<void>>();
		for (let count = 0; !stop.aborted; count += 1) {
			const user = users[count % users.length];
			if (user === undefined) return;
			const done = logIn(user, anyone, application).finally(() => open.delete(done));
			open.add(done);
			await rest(Math.max(0, began + ((count + 1) * 1000) / LOGINS_A_SECOND - performance.now()));
		}
		await Promise.all(open);
	};
}

function ratesOf(measured: Measured<number> | undefined): number[] {
	if (measured?.problem) throw new Error(measured.problem);
	return measured?.rounds ?? [];
}

export const scenario = defineScenario(
	{ seconds: 5, rounds: 5, events: 200_000, postgres: false },
	async ({ seconds, rounds, events, postgres }) => {
		await using ends = new AsyncDisposableStack();
		const { deployment, place } = await deployOn(ends, { postgres, settings: { SALLYPORT_OIDC: "on" } });
		await (await deployment.start()).end();
		const managers = withPassword(admins).map((user) => ({ ...user, role: "admin" }));
		await deployment.addUsers([...withPassword(names), ...managers]);
		const application = await addApplication(deployment);
		await growEvents(place, events, names.length);

		const { port } = ends.use(await deployment.start());
		const base = `http://localhost:${port}`;
		const users = await logInAll(port, names);
		const watchers = await logInAll(port, admins);
		const [someone] = users;
		if (someone === undefined) throw new Error("There is no user.");
		const checks: Request[] = [{ path: "/api/auth/check", headers: { cookie: cookieOf(someone) } }];
		const shown = { cookie: cookieOf(someone), csrf: someone.csrf ?? "" };
		const logins = names.map((username): Request => {
			const json = { username, password: PASSWORD };
			return { method: "POST", path: "/api/auth/login", headers: shown, json };
		});

		const helper = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
		/** Answers a second, with that work beside them. */
		async function rateOf(requests: Request[], work: Work | null): Promise<number> {
			const stop = new AbortController();
			const beside = work?.(stop.signal);
			const order = { port, connections: CONNECTIONS, duration: seconds * 1000, requests };
			const load = await helper.ask("load", order).finally(() => stop.abort());
			await beside;
			if (load.failed > 0) throw new Error(`Refused: ${JSON.stringify(load.statuses)}`);
			return load.answered / load.seconds;
		}

		const rows = [["", "alone, a second", "beside it", "kept (with 99 % confidence)"]];
		const watched = watching(base, watchers);
		for (const [name, requests, work] of [
			["checks, ten streams and an export", checks, watched],
			["logins, ten streams and an export", logins, watched],
			[`checks, ${LOGINS_A_SECOND} logins to an application`, checks, loggingIn(base, users, application)],
		] as const) {
			// What is compiled and read first is no part of it.
			for (const each of [null, work]) await rateOf(requests, each);
			const measured = await interleave(
				[
					{ name: "alone", measure: () => rateOf(requests, null) },
					{ name: "beside", measure: () => rateOf(requests, work) },
				],
				{ rounds, say: () => {} },
			);
			const [alone, beside] = [ratesOf(measured.alone), ratesOf(measured.beside)];
			const whole = median(alone);
			const { least, most } = differenceOfMedians(beside, alone);
			rows.push([
				...[name, showNumber(whole), showNumber(median(beside))],
				`${percent(median(beside) / whole)} (${percent(1 + least / whole)} to ${percent(1 + most / whole)})`,
			]);
		}
		return `${alignedTable(rows)}\n\n${postgres ? "PostgreSQL" : "SQLite"}: ${events} events`;
	},
);
