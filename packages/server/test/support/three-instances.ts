import { freePort } from "../../../../scripts/lib/free-port.ts";
import { type ServeProcess, startServe } from "./serve-process.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** One deployment of three processes, each reachable by itself, under the name that a load balancer would give them all. */
export interface ThreeInstances {
	processes: [ServeProcess, ServeProcess, ServeProcess];
	/** Where each answers, whatever its own base URL says. */
	addresses: [string, string, string];
	/** A client of one of them; with the cookies and the CSRF token of another client, it is the same person. */
	visitor(instance: number, sameAs?: Visitor): Visitor;
	/** Pulls the plug of those that still run. */
	kill(): Promise<void>;
}

export const commonSettings = { SALLYPORT_SECRET: "a secret of this test, long enough to be one" };

/** Started at the same moment, on whatever the database holds. */
export async function startThree(
	databaseUrl: string,
	{ baseUrl, settings = {} }: { baseUrl?: string; settings?: Record<string, string> } = {},
): Promise<ThreeInstances> {
	const ports = await Promise.all([1, 2, 3].map(freePort));
	const common = {
		...commonSettings,
		SALLYPORT_BASE_URL: baseUrl ?? `http://localhost:${ports[0]}`,
		SALLYPORT_HASH_DEADLINE: "30s",
		SALLYPORT_REFUSAL_FLOOR: "0s",
		...settings,
	};
	const started = await Promise.allSettled(
		ports.map(async (port) =>
			startServe({
				databaseUrl,
				ports: [port, await freePort()],
				settings: { ...common, SALLYPORT_PORT: String(port) },
			}),
		),
	);
	const processes = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
	const kill = async () => {
		await Promise.all(processes.map((each) => each.kill()));
	};
	const failure = started.find((each) => each.status === "rejected");
	if (failure !== undefined) {
		await kill();
		throw failure.reason;
	}
	const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
	return {
		processes: processes as ThreeInstances["processes"],
		addresses: addresses as ThreeInstances["addresses"],
		visitor(instance, sameAs) {
			const visitor = createVisitor(addresses[instance] ?? "");
			visitor.cookies = new Map(sameAs?.cookies);
			visitor.csrf = sameAs?.csrf ?? null;
			return visitor;
		},
		kill,
	};
}
