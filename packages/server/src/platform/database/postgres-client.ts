import pg, { type Connection } from "pg";
import { StoreUnavailableError } from "./store-unavailable.ts";

/** As pg has it; its types leave out the connection and what its events carry. */
interface Inside {
	connection: Connection & {
		on(
			event: "parameterStatus",
			told: (status: { parameterName: string; parameterValue: string }) => void,
		): void;
	};
}

/** A client of pg that remembers what the server tells of itself when the connection begins. */
export class PostgresClient extends pg.Client {
	readonly told = new Map<string, string>();

	constructor(config?: string | pg.ClientConfig) {
		super(config);
		connectionOf(this).on("parameterStatus", ({ parameterName, parameterValue }) => {
			this.told.set(parameterName, parameterValue);
		});
		// pg leaves a connection open for which it has no password, and a command would wait for its end.
		connectionOf(this).on("error", () => this.cutOff());
	}

	/** Without a goodbye, for which a frozen server would have to answer. */
	cutOff(): void {
		connectionOf(this).stream.destroy();
	}
}

const connectionOf = (client: pg.Client) => (client as unknown as Inside).connection;

export type Role = "primary" | "standby" | "read_only";

/** PostgreSQL 14 and later tells its role by itself, so this costs no round trip, unless the role would be refused. */
export async function roleOf(client: PostgresClient): Promise<Role> {
	const isToldPrimary = ["in_hot_standby", "default_transaction_read_only"].every(
		(name) => client.told.get(name) === "off",
	);
	return isToldPrimary ? "primary" : askRole(client);
}

/** A pooler may repeat what it was told before a promotion; the statement gets to the server. */
export async function askRole(client: PostgresClient): Promise<Role> {
	const query = `select pg_is_in_recovery() as "recovering", current_setting('transaction_read_only') as "read_only"`;
	const { rows } = await client.query<{ recovering: boolean; read_only: string }>(query);
	if (rows[0]?.recovering !== false) return "standby";
	return rows[0].read_only === "off" ? "primary" : "read_only";
}

/** In one sentence, for a role that takes no writes. */
export function refusalOf(host: string, role: Role): StoreUnavailableError {
	const what = role === "standby" ? "is a standby" : "takes no writes (default_transaction_read_only)";
	return new StoreUnavailableError(`${host} ${what}. Name the primary in the URL of the database.`, {
		code: "no_primary",
	});
}

/** pg's words for a missing password name a message of the protocol. */
export function explainConnecting(error: unknown, host: string): unknown {
	if (!(error instanceof Error) || !/^SASL: .*client password must be/.test(error.message)) return error;
	return new StoreUnavailableError(
		`${host} requires a password, and the URL of the database has none: postgres://user:password@host:5432/database`,
		{ code: "database_password_missing", cause: error },
	);
}
