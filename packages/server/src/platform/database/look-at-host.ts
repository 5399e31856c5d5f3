import { cause } from "../lib/failure.ts";
import type { SeenHost, ServerIdentity } from "./choose-host.ts";
import { askRole, explainConnecting, PostgresClient } from "./postgres-client.ts";
import type { HostConfig } from "./postgres-url.ts";

/** ms, for the connection and for each statement. */
const LIMIT = 2000;

export const nameOfHost = ({ host, port }: HostConfig): string => `${host}:${port}`;

/** Asks one host by a connection of its own what it is. Never rejects. An abort ends it at once. */
export async function lookAtHost(config: HostConfig, signal: AbortSignal): Promise<SeenHost> {
	const host = nameOfHost(config);
	const client = new PostgresClient({ ...config, connectionTimeoutMillis: LIMIT, query_timeout: LIMIT });
	// A lost connection is also reported by the statement under way.
	client.on("error", () => {});
	const cutOff = () => client.cutOff();
	signal.addEventListener("abort", cutOff);
	try {
		await client.connect();
		const state = await askRole(client);
		const server = state === "primary" ? await identify(client) : null;
		client.end().catch(() => {});
		return { host, state, server };
	} catch (error) {
		cutOff();
		return { host, state: "unreachable", because: cause(explainConnecting(error, host)), server: null };
	} finally {
		signal.removeEventListener("abort", cutOff);
	}
}

/** null where the server does not tell: some managed ones have no log of their own. */
async function identify(client: PostgresClient): Promise<ServerIdentity | null> {
	const query = `select system_identifier as "system", extract(epoch from pg_postmaster_start_time()) as "started",
		pg_walfile_name(pg_current_wal_lsn()) as "segment" from pg_control_system()`;
	try {
		const { rows } = await client.query<{ system: string; started: string; segment: string }>(query);
		const [{ system, started, segment } = { system: "", started: "", segment: "" }] = rows;
		// The name of a segment begins with the timeline.
		return { system, started, timeline: Number.parseInt(segment.slice(0, 8), 16) };
	} catch {
		return null;
	}
}
