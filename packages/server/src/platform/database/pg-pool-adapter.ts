import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg, { type PoolClient, type PoolConfig } from "pg";
import { preparedName } from "./compile-once.ts";
import { codeOf, hasCode, mixedUp } from "./error-codes.ts";
import { createHostPool, type HostPool } from "./host-pool.ts";
import { nameOfHost } from "./look-at-host.ts";
import { explainConnecting } from "./postgres-client.ts";
import type { PostgresHosts } from "./postgres-hosts.ts";
import type { HostConfig } from "./postgres-url.ts";

/** pg gives these errors no codes. */
const QUERY_TIMEOUT = "Query read timeout";
const POOL_TIMEOUT = "timeout exceeded when trying to connect";

/**
 * pg's pools as Kysely sees one, with the statements prepared that are compiled once. A pool has the connections to one host; when another host takes
 * its place, they are cut off, and what is under way on them fails.
 *
 * When a query gets no answer in time, pg gives it up but keeps its connection, and every later query waits behind it.
 * Here such a connection is closed instead of going back to the pool.
 */
export function createPgPoolAdapter(hosts: PostgresHosts, settings: PoolConfig): PostgresPool {
	const preparing = { isUsable: true };
	// Kysely remembers connections by object, so a client keeps the same adapter for life.
	const adapters = new WeakMap<PoolClient, PostgresPoolClient>();
	let used: (HostPool & { host: HostConfig }) | null = null;

	hosts.follow(() => {
		if (used === null || hosts.isCurrent(used.host)) return;
		used.cutOff();
		used = null;
	});

	async function connect(): Promise<PostgresPoolClient> {
		const host = await hosts.current();
		// Another one may have taken its place before this function continued.
		if (!hosts.isCurrent(host)) return connect();
		used ??= { host, ...createHostPool(host, settings, hosts.refused) };
		const { pool } = used;
		const isReplaced = () => used?.pool !== pool;
		try {
			const client = await pool.connect();
			if (!isReplaced()) return adapterOf(client, host);
			client.release(true);
		} catch (error) {
			// When the pool is busy, that is no fault of the host.
			const isBusy = error instanceof Error && error.message === POOL_TIMEOUT;
			const hasMoved = isReplaced() || (!isBusy && (await hosts.doubt(host)));
			if (!hasMoved) throw explainConnecting(error, nameOfHost(host));
		}
		return connect();
	}

	function adapterOf(client: PoolClient, host: HostConfig): PostgresPoolClient {
		const doubt = () => void hosts.doubt(host);
		const adapter = adapters.get(client) ?? createClientAdapter(client, preparing, doubt);
		adapters.set(client, adapter);
		return adapter;
	}

	return { options: settings, end: async () => used?.pool.end(), connect };
}

function createClientAdapter(
	client: PoolClient,
	preparing: { isUsable: boolean },
	doubtHost: () => void,
): PostgresPoolClient {
	let isSpoilt = false;

	const execute = (sql: string, parameters: readonly unknown[]) => {
		const name = preparing.isUsable ? preparedName(sql) : undefined;
		return client.query({ ...(name !== undefined && { name }), text: sql, values: [...parameters] });
	};

	return {
		query: (async (sql: string, parameters: readonly unknown[]) => {
			try {
				return await execute(sql, parameters);
			} catch (error) {
				if (hasCode(error, ...unusable)) preparing.isUsable = false;
				// A pooler has mixed up prepared statements. It did not run, and now it has no name.
				if (wasNotFound(error) && client.getTransactionStatus() === "I") return execute(sql, parameters);
				if (tellsOfItsHost(error)) doubtHost();
				isSpoilt ||= isTimeout(error) || hasCode(error, READ_ONLY);
				throw error;
			}
			// Kysely's type has a second form, with a cursor for streams; it needs a package that is not installed here.
		}) as unknown as PostgresPoolClient["query"],
		release: (destroy) => client.release(destroy === true || isSpoilt),
	};
}

/** After these nothing is prepared any more. 0A000: a column has changed its type, and the connection would refuse the statement from then on. */
const unusable = [...mixedUp, "0A000"];

/** What a demoted primary says: nothing can be written on this connection any more. */
const READ_ONLY = "25006";

const isTimeout = (error: unknown) => error instanceof Error && error.message === QUERY_TIMEOUT;

/** As the server says before it runs anything. */
const wasNotFound = (error: unknown) => error instanceof pg.DatabaseError && hasCode(error, ...mixedUp);

/** Silence, a lost connection, a shutdown or the end of its being the primary: another host may be it now. */
function tellsOfItsHost(error: unknown): boolean {
	if (isTimeout(error)) return true;
	const code = codeOf(error);
	if (typeof code === "string") return /^(25006|57P0[123]|08...|E[A-Z]+)$/.test(code);
	return error instanceof Error && /^(Connection terminated|Client has encountered a)/.test(error.message);
}
