import type { Reach, Service, Work } from "./administered.ts";
import type { Server } from "./take-server.ts";

/** Loaded when it is needed: a command over HTTP opens no database, and one with its database sends no request. */
export function reachBy(server: Server | null): Reach {
	if (server === null) {
		const byDatabase = async <T>(work: Work<T>, given?: { make?: boolean }) =>
			(await import("./by-database.ts")).byDatabase(work, given);
		return Object.assign(byDatabase, { overHttp: null });
	}
	const overHttp = async <T>(work: (service: Service) => Promise<T>) =>
		(await import("./over-http/with-service.ts")).withService(server, work);
	return Object.assign(<T>(work: Work<T>) => overHttp(work), { overHttp });
}
