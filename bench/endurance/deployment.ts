/** Three instances behind a load balancer on one database, and the faults that they meet. */
import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { examples, isInstalled, startProgram } from "../../packages/server/test/support/examples.ts";
import type { PostgresCluster } from "../../packages/server/test/support/postgres-cluster.ts";
import { startRoundRobin } from "../../packages/server/test/support/round-robin.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { atEnd } from "../lib/processes.ts";
import { startSallyport } from "../lib/sallyport.ts";

export const phases = ["quiet", "one killed", "one drained", "database stopped"] as const;

export interface Mark {
	phase: (typeof phases)[number];
	/** Milliseconds, of the clock of the history. */
	from: number;
}

export type Instances = Awaited<ReturnType<typeof startInstances>>;

export async function startInstances(folder: string, settings: Record<string, string>) {
	const ports = await Promise.all([0, 1, 2].map(freePort));
	const start = (instance: number) => startSallyport(folder, { settings, port: ports[instance] ?? 0 });
	const running = await Promise.all(ports.map((_port, instance) => start(instance)));
	return {
		ports,
		async start(instance: number): Promise<void> {
			running[instance] = await start(instance);
		},
		/** As when the machine loses power. */
		kill: async (instance: number) => void (await running[instance]?.end("SIGKILL")),
		/** An orderly stop. Rejects if that was not in order. */
		async drain(instance: number): Promise<void> {
			const code = await running[instance]?.end();
			if (code !== 0)
				throw new Error(`A drained instance ended with ${code}: ${running[instance]?.printed()}`);
		},
		/** Lines that an instance logged of failures of its own, not of the database. */
		failures: () =>
			running.flatMap(({ printed }) => printed().match(/^.*(internal_error|uncaught|unhandled).*$/gim) ?? []),
		[Symbol.asyncDispose]: async () => void (await Promise.all(running.map((each) => each.end("SIGKILL")))),
	};
}

interface FrontOptions {
	folder: string;
	port: number;
	/** Of the instances. */
	ports: readonly number[];
}

/** nginx where it is installed. */
export async function startFront(given: FrontOptions) {
	if (isInstalled("nginx")) return startNginx(given);
	const addresses = given.ports.map((each) => `http://127.0.0.1:${each}`);
	const { stop } = await startRoundRobin({ addresses, port: given.port });
	return { name: "round-robin" as const, [Symbol.asyncDispose]: stop };
}

/** With the configuration that is recommended to operators; only ports and the number of instances differ. */
async function startNginx({ folder, port, ports }: FrontOptions) {
	const example = readFileSync(join(examples, "nginx/sallyport.conf"), "utf8");
	const server = /^( *server 127\.0\.0\.1):8400( [^;]*)?;$/m;
	if (!server.test(example)) throw new Error("The example for nginx has no server line for Sallyport.");
	const site = example
		.replaceAll(":8080", `:${port}`)
		.replace(server, (_line, address: string, more = "") =>
			ports.map((each) => `${address}:${each}${more};`).join("\n"),
		);
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
		.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
		.join(" ");
	writeFileSync(join(folder, "site.conf"), site);
	writeFileSync(
		join(folder, "nginx.conf"),
		`user ${userInfo().username}; pid ${folder}/pid; daemon off; events {} http { access_log off; ${temporary} include ${folder}/site.conf; }`,
	);
	const started = await startProgram("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], { port });
	const cancel = atEnd(() => process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), "SIGTERM"));
	return {
		name: "nginx" as const,
		async [Symbol.asyncDispose]() {
			cancel();
			await started.stop();
		},
	};
}

/** Milliseconds at most; a tenth and a twentieth of a shorter run. */
const AWAY = 10_000;
const DATABASE_AWAY = 5000;
/** Still counted to the fault, when all is there again: until it is noticed everywhere. */
const RECOVERY = 3000;

/** One instance is killed, another drained, the database stopped; each comes back. Resolves at the end of the duration. */
export async function runFaults(
	duration: number,
	instances: Instances,
	database: PostgresCluster,
): Promise<Mark[]> {
	const begin = performance.now();
	const marks: Mark[] = [{ phase: "quiet", from: begin }];
	const until = (part: number) => rest(Math.max(0, begin + part * duration - performance.now()));
	const meet = async (phase: Mark["phase"], part: number, fault: () => Promise<void>) => {
		await until(part);
		marks.push({ phase, from: performance.now() });
		await fault();
		await rest(Math.min(RECOVERY, duration / 20));
		marks.push({ phase: "quiet", from: performance.now() });
	};
	await meet("one killed", 0.2, async () => {
		await instances.kill(0);
		await rest(Math.min(AWAY, duration / 10));
		await instances.start(0);
	});
	await meet("one drained", 0.45, async () => {
		await instances.drain(1);
		await instances.start(1);
	});
	await meet("database stopped", 0.7, async () => {
		await database.halt();
		await rest(Math.min(DATABASE_AWAY, duration / 20));
		await database.resume();
	});
	await until(1);
	return marks;
}
