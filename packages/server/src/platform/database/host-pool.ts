import pg, { type ClientBase, type ClientConfig, type PoolClient, type PoolConfig } from "pg";
import { nameOfHost } from "./look-at-host.ts";
import { PostgresClient, type Role, refusalOf, roleOf } from "./postgres-client.ts";
import type { HostConfig } from "./postgres-url.ts";

export interface HostPool {
	pool: pg.Pool;
	/** Ends it at once, with all that is under way. */
	cutOff(): void;
}

/** A pool of connections to one host, opened by queries. `refused`: what it must not be. */
export function createHostPool(host: HostConfig, settings: PoolConfig, refused: readonly Role[]): HostPool {
	const clients = new Set<PostgresClient>();
	class Member extends PostgresClient {
		constructor(config?: ClientConfig) {
			super(config);
			clients.add(this);
			// pg also emits a lost connection as an event, which would end the process. The next query reports it.
			this.on("error", () => {}).on("end", () => clients.delete(this));
		}
	}
	const pool = new pg.Pool({
		...host,
		...settings,
		Client: Member as unknown as new () => ClientBase,
		...(refused.length > 0 && { verify: checkRole }),
	});
	function checkRole(client: PoolClient, done: (error?: Error) => void): void {
		roleOf(client as unknown as PostgresClient).then(
			(role) => (refused.includes(role) ? done(refusalOf(nameOfHost(host), role)) : done()),
			done,
		);
	}
	pool.on("error", () => {});
	return {
		pool,
		cutOff() {
			pool.end().catch(() => {});
			for (const client of clients) client.cutOff();
		},
	};
}
