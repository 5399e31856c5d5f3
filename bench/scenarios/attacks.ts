/**
 * What clients do to all others that send hundreds of requests at once, or never read a response: how long a check of a
 * cookie and /healthz take meanwhile, and what the service holds then and a minute later.
 *
 * The kernel of a loopback device takes megabytes of unread data. With the packets of a network it behaves as elsewhere:
 *
 *   unshare -n sh -c 'ip link set lo mtu 1500 up; npm run bench -- attacks'
 */
import { readdirSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { everRan, memoryOf } from "../lib/processor.ts";
import { deploymentFolder, PASSWORD, startSallyport } from "../lib/sallyport.ts";
import { quantile } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection, type Headers } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as StreamTasks from "../load/streams-process.ts";
import { defineScenario } from "../scenario.ts";
import { cookiesOf, demandStatus, protocols } from "../subjects/protocols.ts";

export interface Attack extends Pick<StreamTasks.Stream, "connections" | "times" | "reads"> {
	name: string;
	/** What each connection sends; "bare": a login without a CSRF token. */
	sends: "login" | "bare" | "openapi";
}

const attacks: Attack[] = [
	{ name: "100 connections × 800 logins", connections: 100, times: 800, sends: "login", reads: true },
	{ name: "the same without a CSRF token", connections: 100, times: 800, sends: "bare", reads: true },
	{ name: "200 connections × 800 logins", connections: 200, times: 800, sends: "login", reads: true },
	{ name: "100 connections × 1 login", connections: 100, times: 1, sends: "login", reads: true },
	{ name: "500 unread × 16 /openapi.json", connections: 500, times: 16, sends: "openapi", reads: false },
];

/** Milliseconds between two checks. */
const EVERY = 50;
const moments = ["before", "during", "after"] as const;
const columns = ["p99 check ms", "p99 healthz ms", "processor ms", "resident MB", "descriptors"] as const;
type AttackFigures = { name: string } & Record<(typeof moments)[number], number[]>;

/** A service of its own under one attack. Milliseconds: how long it is watched before, during and after. */
export async function measureAttack(
	attack: Attack,
	times: { quiet: number; attack: number; recovery: number },
): Promise<AttackFigures> {
	using folder = deploymentFolder();
	await using ends = new AsyncDisposableStack();
	const server = ends.use(await startSallyport(folder.path));
	const streams = ends.use(startHelper<typeof StreamTasks>("streams-process.ts"));
	const connection = ends.use(createConnection(server.port, 100));
	const { begin, login } = protocols.sallyport;
	const admin = { username: "admin", password: PASSWORD };
	const request = login(admin, "cookie", await begin(connection));
	const cookie = cookiesOf(demandStatus(await connection.send(request))).join("; ");

	/** Milliseconds since it was due; never when it was not answered with 200. */
	async function timed(path: string, due: number, headers: Headers = {}): Promise<number> {
		const answer = await connection.send({ path, headers }).catch(() => null);
		return answer?.status === 200 ? performance.now() - due : Number.POSITIVE_INFINITY;
	}
	const usage = () => [memoryOf(server.pid).resident, readdirSync(`/proc/${server.pid}/fd`).length];
	/** In the order of the columns; the most of memory and descriptors. */
	async function watch(milliseconds: number): Promise<number[]> {
		const most = usage();
		const ranBefore = everRan(server.pid);
		const asked: Array<[check: Promise<number>, health: Promise<number>]> = [];
		const until = performance.now() + milliseconds;
		for (let due = performance.now(); due < until; due += EVERY) {
			await rest(Math.max(0, due - performance.now()));
			asked.push([timed("/api/auth/session", due, { cookie }), timed("/healthz", due)]);
			for (const [index, now] of usage().entries()) most[index] = Math.max(most[index] ?? 0, now);
		}
		const checks = await Promise.all(asked.map(([check]) => check));
		const healths = await Promise.all(asked.map(([, health]) => health));
		const processor = 1000 * (everRan(server.pid) - ranBefore);
		return [quantile(checks, 0.99), quantile(healths, 0.99), processor, ...most];
	}

	const before = await watch(times.quiet);
	const { connections, times: repeats, reads } = attack;
	const bytes = requestOf(attack, (await begin(connection)).csrf ?? "");
	await streams.ask("begin", { connections, times: repeats, reads, port: server.port, request: bytes });
	const during = await watch(times.attack);
	await rest(times.recovery);
	const after = [...(await watch(times.quiet)).slice(0, 3), ...usage()];
	await streams.ask("end");
	return { name: attack.name, before, during, after };
}

function requestOf({ sends }: Attack, csrf: string): string {
	if (sends === "openapi") return "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const body = JSON.stringify({ username: "unknown", password: "not the password" });
	const token = sends === "login" ? `csrf: ${csrf}\r\n` : "";
	return `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${token}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export function reportAttacks(figures: readonly AttackFigures[]): string {
	const rows = figures.flatMap((each) => [
		[each.name],
		...moments.map((moment) => [`  ${moment}`, ...each[moment].map((value) => value.toFixed(0))]),
	]);
	return alignedTable([["", ...columns], ...rows]);
}

/** `only`: attacks whose name has this in it. Seconds: of each attack, and after it. */
export const scenario = defineScenario(
	{ only: "", seconds: 45, recovery: 60 },
	async ({ only, seconds, recovery }) => {
		const times = { quiet: 3000, attack: 1000 * seconds, recovery: 1000 * recovery };
		const figures: AttackFigures[] = [];
		for (const attack of attacks.filter(({ name }) => name.includes(only)))
			figures.push(await measureAttack(attack, times));
		return reportAttacks(figures);
	},
);
