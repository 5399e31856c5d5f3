import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import { type AppLog, createApp, type Service } from "./app.ts";
import { countLiveSessions } from "./credentials/session/live-session-count-store.ts";
import { createOperationsListener } from "./features/health/operations.ts";
import { createReadiness, hashingState, type Phase } from "./features/health/readiness.ts";
import { createStoreProbe } from "./features/health/store-probe.ts";
import { createPasswordHasher, type PasswordHasher } from "./identity/password/hash.ts";
import type { PasswordStrength } from "./identity/password/strength.ts";
import { type Deployment, openDeployment, type Surroundings } from "./open-deployment.ts";
import { prepareFirstStart } from "./operations/administration/first-start.ts";
import { type Config, listeningPort } from "./platform/config/config.ts";
import { exposedOperations } from "./platform/config/dangers.ts";
import { describeHosts } from "./platform/database/choose-host.ts";
import { inTransaction, type OpenedDatabase, sqliteFile } from "./platform/database/open.ts";
import { watchFile } from "./platform/database/watch-file.ts";
import { listenOnOtherLoopback } from "./platform/http/other-loopback.ts";
import type { App } from "./platform/http/server.ts";
import { readStore, writeStore } from "./platform/keys/deployment-store.ts";
import { noteServed } from "./platform/keys/served-settings.ts";
import { Failure } from "./platform/lib/failure.ts";
import { keepTick } from "./platform/lib/keep-tick.ts";
import { packageVersion } from "./platform/lib/package-root.ts";
import type { Maintenance } from "./platform/maintenance.ts";
import { createMetrics, type Metrics, type MetricsSources } from "./platform/metrics/metrics.ts";
import type { HashObserver } from "./platform/metrics/observe-hashing.ts";
import { MAIL } from "./platform/outbox/channel.ts";
import { countWaiting } from "./platform/outbox/delivery-count-store.ts";
import { startWarnings } from "./platform/start-warnings.ts";

export interface RunningService {
	address: AddressInfo;
	operationsAddress: AddressInfo;
	setupLink: string | null;
	adminMade: boolean;
	/** Of others that serve the same file, and of mails that wait while none is sent. */
	warnings: string[];
	/** Bytes that hashing takes at most. */
	memoryCeiling: number;
	deployment: Deployment;
	hasher: PasswordHasher;
	maintenance: Maintenance;
	/** Resolves when the database file was replaced: nothing is accepted any more, and all that is left is to stop. */
	replaced: Promise<Failure>;
	/** Finishes requests under way, then closes everything. */
	stop(): Promise<void>;
}

type SurroundingsOfService = Surroundings & {
	log: AppLog;
	/** Of several services in one process. */
	strength?: PasswordStrength;
};

/** What the listeners go by. */
interface State {
	phase: Phase;
	/** The database file was replaced: nothing can be read or recorded any more. */
	isReplaced: boolean;
}

/** Starts everything on the configured ports; when a step fails, what was opened before it is closed again. */
export async function startService(surroundings: SurroundingsOfService): Promise<RunningService> {
	const { config, log, strength } = surroundings;
	keepTick();
	await using opened = new AsyncDisposableStack();
	const deployment = await openDeployment(surroundings);
	opened.defer(deployment.close);
	logHosts(deployment.opened, log);
	const warnings = await logWarnings(deployment, log);
	const { ping, metrics } = observe(deployment, {
		waiting: () => hasher.waiting(),
		refusalTime: () => refusalTime.milliseconds(),
	});
	const hasher = createHasher(deployment, metrics.hashing);
	opened.defer(hasher.close);
	const service = await createApp(deployment, { hasher, strength }, log, metrics);
	const { app, maintenance, requireGoodPassword, refusalTime, findTraced } = service;
	opened.defer(maintenance.stop);
	const first = await prepareFirstStart(deployment, deployment.administration, {
		hasher,
		requireGoodPassword,
	});

	const state: State = { phase: "starting", isReplaced: false };
	const operations = await serveOperations(deployment, { state, ping, hasher, metrics, findTraced, log });
	opened.defer(() => {
		operations.close();
		operations.closeAllConnections();
	});
	opened.defer(await serve(app, config, state));
	maintenance.start();
	await noteServed(deployment.opened.database, config);
	await deployment.audit.record({ event: "sys_startup" });
	state.phase = "serving";

	const replaced = Promise.withResolvers<Failure>();
	const unwatch = watchFile(deployment.opened, () => {
		state.isReplaced = true;
		// Nothing of the old file counts from now on: what needs it is answered 503.
		void deployment.close().catch(() => {});
		replaced.resolve(databaseReplaced(config.databaseUrl));
	});
	opened.defer(unwatch);

	const everything = opened.move();
	// A step that fails, because the store has gone, does not keep the rest from being closed.
	everything.defer(() => deployment.audit.record({ event: "sys_shutdown" }));
	return {
		...first,
		warnings,
		address: app.server.address() as AddressInfo,
		operationsAddress: operations.address() as AddressInfo,
		memoryCeiling: hasher.memoryCeiling,
		deployment,
		hasher,
		maintenance,
		replaced: replaced.promise,
		async stop() {
			// Before the listener closes, and while the requests under way are answered.
			state.phase = "stopping";
			// Nothing can be recorded any more, and there is nothing to wait for.
			if (state.isReplaced) return everything.disposeAsync().catch(() => {});
			// A client that connects in the moment in which a listener closes is cut off in any case.
			await rest(config.stopDelay);
			return everything.disposeAsync();
		},
	};
}

/** Each change of what the hosts of the database are: a failover is in the log of every instance. */
function logHosts({ hosts }: OpenedDatabase, log: AppLog): void {
	hosts?.follow(() => {
		const seen = hosts.seen();
		log.warn({ hosts: seen.length }, `The hosts of the database: ${describeHosts(seen)}.`);
	});
}

async function logWarnings(deployment: Deployment, log: AppLog): Promise<string[]> {
	const warnings: string[] = [];
	for await (const { about, message } of startWarnings(deployment)) {
		log.warn(about, message);
		warnings.push(message);
	}
	return warnings;
}

/** Looks at the store, and counts what happens. */
function observe(
	{ config, clock, opened: { database, unsynced } }: Deployment,
	sources: Pick<MetricsSources, "waiting" | "refusalTime">,
) {
	const ping = createStoreProbe({
		read: () => readStore(database),
		write: () => inTransaction(unsynced, (queries) => writeStore(queries, clock())),
		clock,
	});
	const metrics = createMetrics({
		version: packageVersion(),
		baseUrl: config.baseUrl,
		...sources,
		ping,
		countLiveSessions: () => countLiveSessions(database, clock()),
		countWaitingMails: config.mailUrl === null ? null : () => countWaiting(database, MAIL),
	});
	return { ping, metrics };
}

function createHasher({ config, random }: Deployment, observe: HashObserver): PasswordHasher {
	return createPasswordHasher({
		threads: config.hashThreads,
		parameters: { memory: config.hashMemory, passes: config.hashPasses, parallelism: config.hashParallelism },
		queueLimit: config.hashQueue,
		deadline: config.hashDeadline,
		random,
		observe,
	});
}

/** Before the service itself, so that operators see how it starts. */
async function serveOperations(
	deployment: Deployment,
	{
		state,
		ping,
		hasher,
		metrics,
		findTraced,
		log,
	}: {
		state: State;
		ping: () => Promise<void>;
		hasher: PasswordHasher;
		metrics: Metrics;
		findTraced: Service["findTraced"];
		log: AppLog;
	},
): Promise<Server> {
	const { config } = deployment;
	const hashing = () => hashingState(hasher.waiting(), config.hashQueue);
	const testKeys = async () => {
		deployment.keyring.box("readiness").seal(Buffer.alloc(0), "");
		await deployment.signingKeys.active();
	};
	const hosts = () => deployment.opened.hosts?.seen() ?? [];
	const readiness = createReadiness({ phase: () => state.phase, ping, testKeys, hashing, hosts });
	const operations = createOperationsListener({ config, readiness, scrape: metrics.scrape, findTraced, log });
	await listen(operations, config.operationsPort, config.operationsHost);
	const exposed = exposedOperations(config);
	if (exposed !== null) log.warn({ operationsHost: config.operationsHost }, exposed);
	return operations;
}

/** Resolves with what ends it: requests under way are finished, within a time. */
async function serve(app: App, config: Config, state: State): Promise<() => Promise<void>> {
	app.server.prependListener("request", (_request, response: ServerResponse) => {
		// Its client learns in time that this connection takes no more requests.
		if (state.phase === "stopping") response.shouldKeepAlive = false;
	});
	await app.listen({ host: config.host, port: listeningPort(config) });
	const endOther = config.host === "localhost" ? await listenOnOtherLoopback(app.server) : async () => {};
	return async () => {
		const impatient = setTimeout(() => app.server.closeAllConnections(), config.stopTimeout);
		// A connection that was busy when the stop began becomes idle with its last response; nothing else closes it then.
		const tidy = setInterval(() => {
			if (state.isReplaced) app.server.closeAllConnections();
			else app.server.closeIdleConnections();
		}, 50);
		await Promise.all([app.close(), endOther()]);
		clearTimeout(impatient);
		clearInterval(tidy);
	};
}

function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => resolve());
	});
}

function databaseReplaced(databaseUrl: string): Failure {
	const message = `The database file ${sqliteFile(databaseUrl)} was replaced or removed while the service ran. The service has ended. Start it again: it then uses the file that is there.`;
	return new Failure("database_replaced", message);
}
