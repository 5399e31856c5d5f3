import { codeOf } from "./error-codes.ts";

/** Reasons that a person can act on. */
type StoreCode = "database_password_missing" | "no_primary" | "store_unavailable" | "two_primaries";

/** The store is unavailable; for cases in which the database itself throws no error that a person understands. */
export class StoreUnavailableError extends Error {
	readonly code: StoreCode;

	constructor(message: string, options: ErrorOptions & { code?: StoreCode } = {}) {
		super(message, options);
		this.name = "StoreUnavailableError";
		this.code = options.code ?? "store_unavailable";
	}
}

/**
 * SQLite primary result codes (sqlite.org/rescode.html) that are about the store, not about the statement: BUSY, LOCKED, NOMEM,
 * READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, AUTH, NOTADB.
 */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 23, 26]);

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A). The 28 and 3D codes arise only while connecting; 26000 and 42P05 only
 * behind a pooler that mixes up prepared statements, which are not used again then.
 */
const sqlStates =
	/^(08...|26000|28...|3D000|42P05|40001|40P01|53...|55P03|57P0.|57014|58...|25P03|25006|XX00[12])$/;

/** The codes of errors of the network and of TLS. */
const networkCodes =
	/^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/;
const tlsCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

/** pg and Kysely give these no code. */
const messages =
	/^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|The server does not support SSL connections|driver has already been destroyed|Postgres connection has been discarded|database is not open|statement has been finalized|cached plan must not change result type)/;

/** Whether an error of a query means that the store cannot answer now: 503, never "wrong password". */
export function isStoreUnavailable(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof StoreUnavailableError || messages.test(error.message)) return true;
	const code = codeOf(error);
	if (typeof code === "number") return sqliteCodes.has(code & 0xff);
	if (code !== undefined && (sqlStates.test(code) || networkCodes.test(code) || tlsCodes.test(code)))
		return true;
	// A missing or forbidden Unix socket; with other calls such codes tell of files that are not the store's.
	if ("syscall" in error && error.syscall === "connect") return true;
	if (error instanceof AggregateError && error.errors.some(isStoreUnavailable)) return true;
	// Work failed, and then what was to be tidied up after it as well.
	if (error instanceof SuppressedError && [error.error, error.suppressed].some(isStoreUnavailable))
		return true;
	return isStoreUnavailable(error.cause);
}
