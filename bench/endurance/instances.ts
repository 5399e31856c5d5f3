import { type ServeProcess, startServe } from "../../packages/server/test/support/serve-process.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { atEnd } from "../lib/at-end.ts";

/** Three processes of one deployment, each of which can go and come back where it was. */
export interface Instances {
	ports: readonly number[];
	/** As when the machine loses power. */
	kill(instance: number): Promise<void>;
	/** As an orderly stop: resolves when the process has ended, rejects if that was not in order. */
	drain(instance: number): Promise<void>;
	start(instance: number): Promise<void>;
	/** Lines that an instance logged of failures of its own, not of the store. */
	failures(): string[];
	stop(): Promise<void>;
}

export async function startInstances(
	databaseUrl: string,
	settings: Record<string, string>,
): Promise<Instances> {
	const ports = await Promise.all([0, 1, 2].map(freePort));
	const processes: ServeProcess[] = [];
	const printed: Array<() => string> = [];
	const callOff = atEnd(() => {
		for (const each of processes) each.child.kill("SIGKILL");
	});
	async function start(instance: number): Promise<void> {
		const port = ports[instance] ?? 0;
		const started = await startServe({
			databaseUrl,
			ports: [port, await freePort()],
			settings: { ...settings, SALLYPORT_PORT: String(port) },
		});
		processes[instance] = started;
		printed.push(started.printed);
	}
	const stop = async () => {
		await Promise.all(processes.map((each) => each.kill()));
		callOff();
	};
	try {
		await Promise.all(ports.map((_port, instance) => start(instance)));
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		ports,
		start,
		stop,
		async kill(instance) {
			await processes[instance]?.kill();
		},
		async drain(instance) {
			const code = await processes[instance]?.end("SIGTERM");
			if (code !== 0)
				throw new Error(`A drained instance ended with ${code}: ${processes[instance]?.printed()}`);
		},
		failures: () =>
			printed.flatMap((text) => text().match(/^.*(internal_error|uncaught|unhandled).*$/gim) ?? []),
	};
}
