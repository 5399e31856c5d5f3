import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { type Connection, createConnection } from "../lib/connection.ts";
import { startHelper } from "../lib/helper-process.ts";
import { startServer } from "../lib/server-process.ts";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import { beginVisit, cookiesOf, postLogin } from "../lib/visit.ts";
import type { Attack, AttackerTasks } from "./attackers-process.ts";

export interface AttackPlan extends Pick<Attack, "connections" | "times" | "reads"> {
	name: string;
	/** What each connection sends; a login with a CSRF token, or without one. */
	sends: "login" | "login without a token" | "openapi";
}

interface Moment {
	/** Milliseconds, of checks that were due every 50 ms and count from then. */
	check: number;
	health: number;
	/** Milliseconds of processor time that the service had, of all its threads. */
	processor: number;
	/** MB. */
	resident: number;
	descriptors: number;
}

export interface AttackFigures {
	name: string;
	before: Moment;
	/** The slowest and largest while the attack lasted. */
	during: Moment;
	after: Moment;
}

const PASSWORD = "brass otter lantern quill";
const EVERY = 50;

/** A service of its own under one attack. Milliseconds: how long it is watched before, during and after. */
export async function measureAttack(
	plan: AttackPlan,
	{ program, quiet, attack, recovery }: { program?: string; quiet: number; attack: number; recovery: number },
): Promise<AttackFigures> {
	using folder = temporaryFolder();
	await using ends = new AsyncDisposableStack();
	writeFileSync(join(folder.path, "password"), PASSWORD, { mode: 0o600 });
	const server = await startServer(folder.path, program === undefined ? {} : { program });
	ends.defer(server.end);
	const attackers = startHelper<AttackerTasks>(new URL("./attackers-process.ts", import.meta.url));
	ends.defer(attackers.end);
	const connection = createConnection(server.port, 100);
	ends.defer(async () => connection.close());

	const visit = await beginVisit(connection);
	const login = await postLogin(connection, {
		...visit,
		username: "admin",
		password: PASSWORD,
		session: true,
	});
	const cookie = cookiesOf(login.headers).join("; ");
	const usage = () => ({
		resident: server.usage().resident,
		descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
	});

	async function watch(milliseconds: number): Promise<Moment> {
		const peak = usage();
		const processorBefore = server.usage().processor;
		const sent: Array<Promise<[check: number, health: number]>> = [];
		const until = performance.now() + milliseconds;
		for (let due = performance.now(); due < until; due += EVERY) {
			await rest(Math.max(0, due - performance.now()));
			const times = [
				timed(connection, "/api/auth/session", due, cookie),
				timed(connection, "/healthz", due),
			] as const;
			sent.push(Promise.all(times));
			const now = usage();
			peak.resident = Math.max(peak.resident, now.resident);
			peak.descriptors = Math.max(peak.descriptors, now.descriptors);
		}
		const times = await Promise.all(sent);
		const processor = server.usage().processor - processorBefore;
		return {
			check: p99(times.map(([check]) => check)),
			health: p99(times.map(([, health]) => health)),
			processor,
			...peak,
		};
	}

	const before = await watch(quiet);
	const { csrf } = await beginVisit(connection);
	await attackers.ask("begin", { ...plan, port: server.port, request: requestOf(plan, csrf) });
	const during = await watch(attack);
	await rest(recovery);
	const after = { ...(await watch(quiet)), ...usage() };
	await attackers.ask("end");
	return { name: plan.name, before, during, after };
}

function requestOf({ sends }: AttackPlan, csrf: string): string {
	if (sends === "openapi") return "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const body = JSON.stringify({ username: "nobody", password: "not the password" });
	const token = sends === "login" ? `csrf: ${csrf}\r\n` : "";
	return `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${token}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function timed(connection: Connection, path: string, due: number, cookie = ""): Promise<number> {
	try {
		const { status } = await connection.send({ path, headers: cookie === "" ? {} : { cookie } });
		return status === 200 ? performance.now() - due : Number.POSITIVE_INFINITY;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}

function p99(times: number[]): number {
	const sorted = times.toSorted((one, other) => one - other);
	return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
