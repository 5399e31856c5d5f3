/** A primary and its synchronous standby, each behind a cable of its own, and what can happen to the primary. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { placeOfDatabases } from "./database-folder.ts";
import { eventually } from "./interleave.ts";
import { type Cable, startCable } from "./postgres-cable.ts";
import { type PostgresCluster, startPostgres } from "./postgres-cluster.ts";
import { postgresTemplate } from "./postgres-template.ts";

/** Killed, frozen, cut off from its clients, or stopped as for an update. */
export type Fault = "kill" | "freeze" | "cut" | "switch";
export const faults: readonly Fault[] = ["kill", "freeze", "cut", "switch"];

export interface PostgresPair {
	/** Names both, in the order in which they were first primary. */
	url: string;
	/** The names of the hosts in that URL. */
	hosts: [string, string];
	strike(fault: Fault): Promise<void>;
	/** Makes the standby a primary; resolves when it takes writes. */
	promote(): Promise<void>;
	/** The old primary is back as it was, while the new one serves. */
	bringBack(): Promise<void>;
	/** The old primary becomes the standby of the new one. */
	rejoin(): Promise<void>;
	remove(): Promise<void>;
}

const replicating = {
	wal_level: "replica",
	max_wal_senders: "5",
	wal_keep_size: "64MB",
	// A commit is acknowledged when both have it.
	synchronous_commit: "on",
};

interface Node {
	cluster: PostgresCluster;
	cable: Cable;
	/** Its processes, while they are stopped. */
	frozen: number[];
}

export async function startPostgresPair(): Promise<PostgresPair> {
	const first: Node = {
		cluster: await startPostgres({ settings: replicating }),
		cable: await startCable(),
		frozen: [],
	};
	const second: Node = { cluster: await follow(first.cluster), cable: await startCable(), frozen: [] };
	let [primary, standby] = [first, second];
	await waitForStandby(primary);
	const through = (node: Node) => new URL(node.cable.through(node.cluster.url("postgres")));
	const url = through(first);
	const hosts: [string, string] = [url.host, through(second).host];

	async function strike(fault: Fault): Promise<void> {
		if (fault === "cut") return primary.cable.silence();
		const { cluster } = primary;
		const postmaster = postmasterOf(cluster);
		if (fault === "switch") {
			process.kill(postmaster, "SIGINT");
			return eventually(async () => !existsSync(lockOf(cluster)));
		}
		const rows = await query<{ pid: number }>(cluster, "select pid from pg_stat_activity");
		const pids = [postmaster, ...rows.map(({ pid }) => pid)];
		signal(pids, fault === "kill" ? "SIGKILL" : "SIGSTOP");
		if (fault === "freeze") primary.frozen = pids;
	}

	return {
		url: `${url.protocol}//${url.username}:${url.password}@${hosts.join()}/postgres?target_session_attrs=read-write`,
		hosts,
		strike,
		async promote() {
			await query(standby.cluster, "select pg_promote()");
			[primary, standby] = [standby, primary];
		},
		async bringBack() {
			signal(standby.frozen, "SIGCONT");
			standby.cable.mend();
		},
		async rejoin() {
			signal(standby.frozen, "SIGKILL");
			await standby.cluster.stop();
			Object.assign(standby, { cluster: await follow(primary.cluster), frozen: [] });
			standby.cable.mend();
			through(standby);
			await waitForStandby(primary);
		},
		async remove() {
			for (const { cable, cluster, frozen } of [first, second]) {
				cable.close();
				signal(frozen, "SIGKILL");
				await cluster.stop();
			}
		},
	};
}

/** A standby, from a copy that is made while the primary runs. */
async function follow(primary: PostgresCluster): Promise<PostgresCluster> {
	const { owner } = await postgresTemplate();
	const copy = join(placeOfDatabases(), `sallyport-copy-${randomBytes(6).toString("hex")}`);
	const client = new pg.Client({ connectionString: primary.url("postgres") });
	await client.connect();
	try {
		await client.query("select pg_backup_start('copy', true)");
		// Files come and go while it copies, which is what the label is for.
		const copying = promisify(execFile)("cp", ["-R", primary.folder, copy], { ...owner, cwd: "/" });
		await copying.catch(() => {});
		const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
		const script =
			'cd "$0" && rm -f postmaster.pid postgresql.auto.conf && : >standby.signal && cat >backup_label';
		const writing = promisify(execFile)("sh", ["-c", script, copy], { ...owner, cwd: "/" });
		writing.child.stdin?.end(rows[0].labelfile);
		await writing;
		const { hostname, port, username, password } = new URL(primary.url("postgres"));
		const source = `host=${hostname} port=${port} user=${username} password=${password}`;
		const settings = { ...replicating, primary_conninfo: source };
		return await startPostgres({ from: copy, settings, isStandby: true });
	} finally {
		await client.end();
		rmSync(copy, { recursive: true, force: true });
	}
}

/** From then on no commit is acknowledged without it. */
async function waitForStandby({ cluster }: Node): Promise<void> {
	const streaming = "select 1 from pg_stat_replication where state = 'streaming'";
	await eventually(async () => (await query(cluster, streaming)).length === 1);
	await query(cluster, "alter system set synchronous_standby_names = '*'");
	await query(cluster, "select pg_reload_conf()");
	await eventually(
		async () =>
			(await query(cluster, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 1,
	);
}

async function query<Row>(cluster: PostgresCluster, statement: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: cluster.url("postgres") });
	// It may be its own end that is asked for.
	client.on("error", () => {});
	await client.connect();
	const { rows } = await client.query(statement);
	await client.end();
	return rows;
}

/** There for as long as it runs. */
const lockOf = ({ folder }: PostgresCluster) => join(folder, "postmaster.pid");

const postmasterOf = (cluster: PostgresCluster) =>
	Number(readFileSync(lockOf(cluster), "utf8").split("\n", 1)[0]);

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
	for (const pid of pids) if (isAlive(pid)) process.kill(pid, name);
}
