import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { freePort } from "../../../../scripts/lib/free-port.ts";
import { placeOfDatabases } from "./database-folder.ts";
import { type PostgresTemplate, postgresTemplate } from "./postgres-template.ts";

export interface PostgresCluster {
	/** Data directory. */
	folder: string;
	/** URL of a database; it need not exist. */
	url(database: string): string;
	/** Pulls the plug; the data stays for `resume`. */
	halt(): Promise<void>;
	/** Starts it again after `halt`, as after a power cut. */
	resume(): Promise<void>;
	/** As hard as pulling the plug, and nothing is left. */
	stop(): Promise<void>;
}

/**
 * Runs PostgreSQL until its input ends, which happens however this process ends: also after Ctrl-C, a crash or a kill.
 * It then leaves behind neither processes nor files.
 */
const supervise = `
	trap 'rm -rf "$data"' EXIT
	data=$1 template=$2 postgres=$3 port=$4
	shift 4
	cp -R "$template" "$data" || exit 1
	run() { "$postgres" -D "$data" -p "$port" "$@" </dev/null & }
	halt() { kill -QUIT $! && wait $!; }
	run "$@"
	while read -r wish; do "$wish" "$@"; done
	halt
`;

interface ClusterOptions {
	/** Data directory to copy; an empty one unless given. */
	from?: string;
	/** Besides those of the template. */
	settings?: Record<string, string>;
	/** It follows another one, as its settings and a file in the directory say. */
	isStandby?: boolean;
}

/** Starts a PostgreSQL of its own on a free port of 127.0.0.1. */
export async function startPostgres(options: ClusterOptions = {}): Promise<PostgresCluster> {
	const template = await postgresTemplate();
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await start(template, await freePort(), options);
		} catch (error) {
			// Another program has taken the port since.
			if (attempt === 3) throw error;
		}
	}
}

async function start(
	{ data, postgres, owner, password }: PostgresTemplate,
	port: number,
	{ from = data, settings = {}, isStandby = false }: ClusterOptions,
): Promise<PostgresCluster> {
	const folder = join(placeOfDatabases(), `sallyport-cluster-${randomBytes(6).toString("hex")}`);
	const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const ready = isStandby ? READY_TO_READ : READY;
	const child = spawn("sh", ["-c", supervise, "sh", folder, from, postgres, String(port), ...given], {
		...owner,
		cwd: "/",
		// Its own process group, so that Ctrl-C does not end it before the tests have let go.
		detached: true,
		stdio: ["pipe", "ignore", "pipe"],
	});
	const exited = once(child, "exit");
	const wish = async (what: "run" | "halt", sign: string) => {
		const said = heard(child.stderr, exited, sign);
		child.stdin.write(`${what}\n`);
		child.ref();
		await said;
		child.unref();
	};
	const stop = async () => {
		child.ref();
		child.stdin.end();
		await exited;
	};
	try {
		await heard(child.stderr, exited, ready);
	} catch (cause) {
		await stop();
		throw new Error(`PostgreSQL did not start from ${data}; remove that folder if it is damaged.`, { cause });
	}
	// The cluster must not keep this process alive.
	for (const handle of [child, child.stdin as unknown as Socket, child.stderr as unknown as Socket])
		handle.unref();
	return {
		folder,
		url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
		halt: () => wish("halt", "database system is shut down"),
		resume: () => wish("run", ready),
		stop,
	};
}

const READY = "ready to accept connections";
const READY_TO_READ = "ready to accept read-only connections";
/** Told to clients who come too early or too late, which is no problem of the server. */
const notNow =
	/FATAL:(?! {2}the database system is (starting up|shutting down|in recovery mode|not yet accepting connections))/;

/** Resolves when the server says so in its log; rejects when it cannot continue. */
function heard(log: NodeJS.ReadableStream, exited: Promise<unknown>, sign: string): Promise<void> {
	return new Promise((resolve, reject) => {
		let text = "";
		log.setEncoding("utf8");
		// Read for as long as it runs: a full pipe would halt PostgreSQL.
		log.on("data", (chunk: string) => {
			if (text.length < 100_000) text += chunk;
			if (text.includes(sign)) resolve();
			if (notNow.test(text)) reject(new Error(text));
		});
		exited.then(() => reject(new Error(text)), reject);
	});
}
