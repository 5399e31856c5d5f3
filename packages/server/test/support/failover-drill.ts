/** One failover under load: the primary fails, its standby is promoted, and the clients are asked what they saw. */
import { cheap } from "./cheap-hashing.ts";
import { createFailoverLoad } from "./failover-load.ts";
import { eventually } from "./interleave.ts";
import { type Fault, type PostgresPair, startPostgresPair } from "./postgres-pair.ts";
import { startTestService } from "./service.ts";
import { startTwo, type TwoInstances } from "./two-instances.ts";

const names = ["ada", "ben", "cleo", "dan"];
const settings = {
	...cheap,
	SALLYPORT_ACCOUNT_LOGINS: "100000",
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "10000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "10000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_ACCOUNT_FAILURES: "1000",
};

export interface FailoverWorld {
	pair: PostgresPair;
	two: TwoInstances;
	/** `whileDown` is done before the promotion. Resolves when the new primary has served some logins and all that was acknowledged has been looked for. */
	drill(fault: Fault, whileDown?: () => Promise<void>): Promise<FailoverFigures>;
	stop(): Promise<void>;
}

export interface FailoverFigures {
	fault: Fault;
	/** ms from the call that promotes to the first login that succeeds. */
	firstLogin: number;
	statuses: ReadonlyMap<number, number>;
	acknowledged: Record<string, number>;
}

/** Logins before the fault, and after the promotion. */
const SOME = 8;

export async function startFailoverWorld(): Promise<FailoverWorld> {
	const pair = await startPostgresPair();
	const two = await startTwo(pair.url, settings).catch(async (error) => {
		await pair.remove();
		throw error;
	});
	for (const name of names) await two.instances[0].addUser(name);

	async function drill(fault: Fault, whileDown = async () => {}): Promise<FailoverFigures> {
		const load = createFailoverLoad(two, names);
		const running = load.run();
		// What goes wrong in it is thrown at the end.
		running.catch(() => load.stop());
		const until = (reached: () => boolean) =>
			Promise.race([eventually(async () => reached()), running.then(() => {})]);
		await until(() => load.logins() >= SOME);
		await pair.strike(fault);
		await until(() => load.statuses.has(503));
		await whileDown();
		const [promotedAt, before] = [performance.now(), load.logins()];
		await pair.promote();
		await until(() => load.logins() > before);
		const firstLogin = load.loggedInAt() - promotedAt;
		await until(() => load.logins() >= before + SOME);
		await pair.bringBack();
		// As each does every ten seconds: now there are two primaries.
		for (const { running: service } of two.instances) await service.deployment.opened.hosts?.look();
		// A quick machine has served them before anybody has used a setup link.
		const hasAll = () => Object.values(load.counts()).every((count) => count > 0);
		await until(() => load.logins() >= before + 2 * SOME && hasAll());
		load.stop();
		await running;
		const late = await startTestService({ databaseUrl: pair.url, settings: two.settings });
		await load.assertKept(late).finally(late.stop);
		return { fault, firstLogin, statuses: load.statuses, acknowledged: load.counts() };
	}

	return {
		pair,
		two,
		drill,
		async stop() {
			await two.stop();
			await pair.remove();
		},
	};
}
