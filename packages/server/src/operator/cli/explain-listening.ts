import { type Config, listeningPort } from "../../platform/config/config.ts";
import { Failure } from "../../platform/lib/failure.ts";

/** Explains a failure to listen by the setting to change; returns any other error unchanged. */
export function explainListening(error: unknown, config: Config): unknown {
	if (!(error instanceof Error && "syscall" in error && "code" in error)) return error;
	if (!["listen", "bind", "getaddrinfo"].includes(String(error.syscall))) return error;
	// Of the database, for example.
	if ("hostname" in error && ![config.host, config.operationsHost].some((host) => host === error.hostname))
		return error;
	const own = listeningPort(config);
	const ofOperations = "port" in error && error.port === config.operationsPort && error.port !== own;
	const port = ofOperations ? config.operationsPort : own;
	let another = "Set SALLYPORT_PORT to another port";
	if (ofOperations) another = "Set SALLYPORT_OPERATIONS_PORT to another port";
	else if (config.port === null)
		another = "Set SALLYPORT_BASE_URL to another port, or SALLYPORT_PORT behind a proxy";
	if (error.code === "EADDRINUSE") {
		const message = `Port ${port} is used by another program, which may be another Sallyport. ${another}, or stop that program.`;
		return new Failure("port_in_use", message);
	}
	if (error.code === "EACCES")
		return new Failure("port_forbidden", `This user may not listen on port ${port}. ${another}.`);
	const [setting, host] = ofOperations
		? ["SALLYPORT_OPERATIONS_HOST", config.operationsHost]
		: ["SALLYPORT_HOST", config.host];
	const message = `The service cannot listen on ${host} (${error.code}). Set ${setting} to an address of this machine.`;
	return new Failure("host_unusable", message);
}
