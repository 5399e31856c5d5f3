/**
 * The program of a process of its own: a whole service on a temporary database, for the measurement that started it. It
 * ends, and takes its folder along, when that one hangs up or is gone, however it went.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { randomSecret, randomUuid, systemRandom } from "../../platform/lib/random.ts";

/** The first and only order. */
export interface ServiceOrder {
	config: Config;
	/** Where the temporary folder is to be made. */
	temporary: string;
	compileCache: string | null;
}

/** `resident` answers every message after the order. */
export type ServiceReport =
	| { kind: "ready"; port: number; username: string; password: string }
	| { kind: "resident"; bytes: number }
	| { kind: "failed"; message: string };

function report(message: ServiceReport): void {
	// Whoever is gone by now needs no report.
	if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

async function serveUntilHungUp(): Promise<void> {
	const hungUp = Promise.withResolvers<void>();
	process.once("disconnect", hungUp.resolve);
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => hungUp.resolve());

	const [{ config, temporary, compileCache }] = (await once(process, "message")) as [ServiceOrder];
	if (compileCache !== null) enableCompileCache(compileCache);
	const { startService } = await import("../../start-service.ts");
	await using opened = new AsyncDisposableStack();
	const folder = mkdtempSync(join(temporary, "sallyport-capacity-"));
	opened.defer(() => rmSync(folder, { recursive: true, force: true }));
	const silent = { info: () => {}, warn: () => {}, error: () => {} };
	const { deployment, hasher, address, stop } = await startService({
		config: { ...config, databaseUrl: `sqlite:${join(folder, "capacity.db")}` },
		clock: systemClock,
		random: systemRandom,
		log: silent,
	});
	opened.defer(stop);

	const { users } = deployment.operations;
	const password = randomSecret(systemRandom);
	const passwordHash = await hasher.hash(password);
	const { user } = await users.add({ name: randomUuid(systemRandom), role: "user", passwordHash });
	await hasher.ready();
	process.on("message", () => report({ kind: "resident", bytes: process.memoryUsage.rss() }));
	report({ kind: "ready", port: address.port, username: user.username, password });
	await hungUp.promise;
}

try {
	await serveUntilHungUp();
} catch (error) {
	report({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
	process.exitCode = 1;
}
if (process.connected) process.disconnect();
