import { createServer } from "node:net";
import { type Config, listeningPort } from "../../platform/config/config.ts";
import { type Check, failed, ok, printable } from "./check.ts";
import { get } from "./get.ts";

/** Who listens on a port: no one, this service, another program; or no one may. */
type Listener =
	| { kind: "free" | "ours" }
	| { kind: "foreign"; who: string }
	| { kind: "forbidden"; error: string };

/** Whether this service listens on its two ports, or could; without a database, no listener is this service. */
export async function checkListeners(
	config: Config,
	{ hasDatabase }: { hasDatabase: boolean },
): Promise<{ running: boolean; checks: Check[] }> {
	const port = listeningPort(config);
	const { operationsPort } = config;
	const service = await findListener(port, config.host, () => identifyService(config, port));
	const operations = await findListener(operationsPort, "127.0.0.1", () =>
		identifyOperations(operationsPort),
	);
	const setting = config.port === null ? "SALLYPORT_BASE_URL or SALLYPORT_PORT" : "SALLYPORT_PORT";
	return {
		running: service.kind === "ours",
		checks: [
			describe("port", port, { found: service, hasDatabase, setting }),
			describe("operations port", operationsPort, {
				found: operations,
				hasDatabase,
				setting: "SALLYPORT_OPERATIONS_PORT",
			}),
		],
	};
}

function describe(
	name: string,
	port: number,
	{ found, hasDatabase, setting }: { found: Listener; hasDatabase: boolean; setting: string },
): Check {
	switch (found.kind) {
		case "ours":
			if (hasDatabase) return ok(name, `this service listens on ${port}`);
			return failed(
				name,
				`a Sallyport listens on ${port}, but not on this database`,
				"Run doctor with the settings of the service.",
			);
		case "free":
			return ok(name, port === 0 ? "any free port will be taken" : `${port} is free`);
		case "foreign":
			return failed(
				name,
				`${port} is taken by ${found.who}`,
				`Stop that program, or set ${setting} to another port.`,
			);
		case "forbidden":
			return failed(
				name,
				`no program can listen on ${port} here: ${found.error}`,
				`Set ${setting} or SALLYPORT_HOST.`,
			);
	}
}

/** `identify` is called if the port is taken: null for this service, otherwise a description of the listener. */
async function findListener(
	port: number,
	host: string,
	identify: () => Promise<string | null>,
): Promise<Listener> {
	const error = await tryListening(port, host);
	if (error === null) return { kind: "free" };
	if (error !== "EADDRINUSE") return { kind: "forbidden", error };
	const who = await identify();
	return who === null ? { kind: "ours" } : { kind: "foreign", who };
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
	const everywhere = host === "0.0.0.0" || host === "::";
	const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
	const path = new URL(baseUrl).pathname.replace(/\/$/, "");
	const result = await get(`http://${name}:${port}${path}/.well-known/oauth-authorization-server`);
	const issuer = "response" in result ? result.response.body?.issuer : undefined;
	if (issuer === baseUrl) return null;
	if (typeof issuer !== "string") return "another program, or by this service with another base URL";
	return `a service that calls itself ${printable(issuer)}`;
}

async function identifyOperations(port: number): Promise<string | null> {
	const result = await get(`http://127.0.0.1:${port}/readyz`);
	const status = "response" in result ? result.response.body?.status : undefined;
	const ours = ["ok", "starting", "stopping", "store_unavailable", "keys_unusable"];
	return ours.some((each) => each === status) ? null : "another program";
}
