import { createServer } from "node:net";
import { type Check, excerpt, failed, ok } from "../../operations/examination/check.ts";
import { type Config, listeningPort } from "../../platform/config/config.ts";
import { localOrigin } from "../../platform/lib/is-loopback.ts";
import { get } from "./get.ts";

interface Port {
	name: string;
	port: number;
	host: string;
	/** The settings that name the port, and the host. */
	setting: string;
	hostSetting: string;
	/** Called if the port is taken: null for this service, otherwise a description of the listener. */
	identify: () => Promise<string | null>;
}

/**
 * Whether this service listens on its two ports, or could; without a database, no listener is this service. The result is
 * whether it runs.
 */
export async function* checkListeners(config: Config, hasDatabase: boolean): AsyncGenerator<Check, boolean> {
	const port = listeningPort(config);
	const running = yield* checkPort(hasDatabase, {
		name: "port",
		port,
		host: config.host,
		setting: config.port === null ? "SALLYPORT_BASE_URL or SALLYPORT_PORT" : "SALLYPORT_PORT",
		hostSetting: "SALLYPORT_HOST",
		identify: () => identifyService(config, port),
	});
	const { operationsHost, operationsPort } = config;
	yield* checkPort(hasDatabase, {
		name: "operations port",
		port: operationsPort,
		host: operationsHost,
		setting: "SALLYPORT_OPERATIONS_PORT",
		hostSetting: "SALLYPORT_OPERATIONS_HOST",
		identify: () => identifyOperations(localOrigin(operationsHost, operationsPort), running),
	});
	return running;
}

/** The result is whether this service listens there. */
async function* checkPort(
	hasDatabase: boolean,
	{ name, port, host, setting, hostSetting, identify }: Port,
): AsyncGenerator<Check, boolean> {
	const error = await tryListening(port, host);
	if (error === null) {
		yield ok(name, port === 0 ? "any free port will be taken" : `${port} is free`);
		return false;
	}
	if (error !== "EADDRINUSE") {
		const fact = `no program can listen on ${port} here: ${error}`;
		yield failed(name, fact, `Set ${setting} or ${hostSetting}.`);
		return false;
	}
	const who = await identify();
	if (who !== null) {
		const advice = `Stop that program, or set ${setting} to another port.`;
		yield failed(name, `${port} is taken by ${who}`, advice);
		return false;
	}
	const fact = `a Sallyport listens on ${port}, but not on this database`;
	if (hasDatabase) yield ok(name, `this service listens on ${port}`);
	else yield failed(name, fact, "Run doctor with the settings of the service.");
	return true;
}

/** The error code; null on success. */
function tryListening(port: number, host: string): Promise<string | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
		server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
	});
}

/** By its path and issuer: another Sallyport is not this service. */
async function identifyService({ baseUrl, host }: Config, port: number): Promise<string | null> {
	const path = new URL(baseUrl).pathname.replace(/\/$/, "");
	const result = await get(`${localOrigin(host, port)}${path}/.well-known/oauth-authorization-server`);
	const issuer = "response" in result ? result.response.body?.issuer : undefined;
	if (issuer === baseUrl) return null;
	if (typeof issuer !== "string") return "another program, or by this service with another base URL";
	return `a service that calls itself ${excerpt(issuer)}`;
}

/** Any Sallyport answers alike there: it is this service if that listens on its other port. */
async function identifyOperations(origin: string, running: boolean): Promise<string | null> {
	const result = await get(`${origin}/readyz`);
	const status = "response" in result ? result.response.body?.status : undefined;
	const ours = ["ok", "starting", "stopping", "store_unavailable", "keys_unusable"];
	if (!ours.some((each) => each === status)) return "another program";
	return running ? null : "another Sallyport, or by this service with other settings";
}
