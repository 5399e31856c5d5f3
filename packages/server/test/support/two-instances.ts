import { type RoundRobin, startRoundRobin } from "./round-robin.ts";
import { freePort, startTestService, type TestService } from "./service.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** Two instances in this process, each with a clock of its own, on one database and behind one load balancer. */
export interface TwoInstances {
	instances: [TestService, TestService];
	/** Its address is the base URL of both. */
	balancer: RoundRobin;
	settings: Record<string, string>;
	/** A client of one of them alone. */
	at(instance: TestService, headers?: Record<string, string>): Visitor;
	stop(): Promise<void>;
}

export async function startTwo(databaseUrl: string, given: Record<string, string>): Promise<TwoInstances> {
	const port = await freePort();
	const settings = { ...given, SALLYPORT_BASE_URL: `http://localhost:${port}` };
	const start = () => startTestService({ databaseUrl, settings });
	const instances: TwoInstances["instances"] = [await start(), await start()];
	const addressOf = (instance: TestService) => `http://127.0.0.1:${instance.port}`;
	const balancer = await startRoundRobin({ addresses: instances.map(addressOf), port });
	return {
		instances,
		balancer,
		settings,
		at: (instance, headers) => createVisitor(addressOf(instance), headers),
		async stop() {
			await balancer.stop();
			for (const each of instances) await each.stop();
		},
	};
}
