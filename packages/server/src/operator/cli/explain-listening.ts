import { type Config, listeningPort } from "../../platform/config/config.ts";
import { CommandFailed } from "./explain-error.ts";

/** Explains a failure to listen by the setting to change; returns any other error unchanged. */
export function explainListening(error: unknown, config: Config): unknown {
	if (!(error instanceof Error && "syscall" in error && "code" in error)) return error;
	if (error.syscall !== "listen" && error.syscall !== "bind" && error.syscall !== "getaddrinfo") return error;
	const own = listeningPort(config);
	const ofOperations = "port" in error && error.port === config.operationsPort && error.port !== own;
	const port = ofOperations ? config.operationsPort : own;
	const setting = ofOperations
		? "SALLYPORT_OPERATIONS_PORT"
		: config.port === null
			? "SALLYPORT_BASE_URL"
			: "SALLYPORT_PORT";
	const another = `Set ${setting} to another port${setting === "SALLYPORT_BASE_URL" ? ", or SALLYPORT_PORT behind a proxy" : ""}`;
	switch (error.code) {
		case "EADDRINUSE":
			return new CommandFailed(
				"port_in_use",
				`Port ${port} is used by another program, perhaps by another Sallyport. ${another}, or stop that program.`,
			);
		case "EACCES":
			return new CommandFailed("port_forbidden", `This user may not listen on port ${port}. ${another}.`);
		default:
			return new CommandFailed(
				"host_unusable",
				`The service cannot listen on ${config.host} (${error.code}). Set SALLYPORT_HOST to an address of this machine.`,
			);
	}
}
