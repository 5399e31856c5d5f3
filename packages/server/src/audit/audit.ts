/**
 * Every authentication event: a row in the audit table, in the transaction of what it tells of, and one JSON line in
 * the log once that transaction holds (OWASP logging vocabulary; ASVS 16.3). Never a password, token, csrf value,
 * cookie, hash or setup link; a typed username only after a success, because people type passwords there.
 */
import { inTransaction } from "../database/open.ts";
import type { Database, Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { type Random, randomUuid } from "../lib/random.ts";
import { insertAuditEvent } from "./audit-store.ts";

/** Name → level. */
export const auditEvents = {
	authn_login_success: "info",
	authn_login_fail: "warn",
	authn_password_change: "info",
	authn_password_change_fail: "error",
	authn_reauthenticate: "info",
	session_created: "info",
	session_renewed: "info",
	session_logout: "info",
	session_ended: "info",
	session_expired: "info",
	excess_sessions_exceeded: "warn",
	malicious_direct_reference: "warn",
	user_created: "info",
	user_updated: "info",
	user_deleted: "info",
	user_password_set: "info",
	setup_link_created: "info",
	signing_key_created: "info",
	signing_key_rotated: "info",
	signing_key_removed: "info",
	sys_startup: "info",
	sys_shutdown: "info",
} as const satisfies Record<string, "info" | "warn" | "error">;

export type AuditEventName = keyof typeof auditEvents;

/** Who is at the other end of a request. */
export interface Client {
	address: string;
	userAgent: string | null;
	requestId: string;
}

export interface AuditEvent {
	event: AuditEventName;
	userId?: string | null;
	sessionId?: string | null;
	client?: Client | null;
	detail?: Record<string, string | number | boolean | null>;
}

export type RecordEvent = (event: AuditEvent) => Promise<void>;
/** Runs work in one transaction; events recorded in it are logged only if it commits. */
export type Transact = <T>(work: (queries: Queryable, record: RecordEvent) => Promise<T>) => Promise<T>;

export interface Audit {
	record: RecordEvent;
	transact: Transact;
}

export interface AuditLog {
	info(line: object): void;
	warn(line: object): void;
	error(line: object): void;
}

export function createAudit(dependencies: {
	database: Database;
	clock: Clock;
	random: Random;
	log: AuditLog;
}): Audit {
	const { database, clock, random, log } = dependencies;
	const insert = async (queries: Queryable, given: AuditEvent) => {
		const row = toRow(given, randomUuid(random), clock());
		await insertAuditEvent(queries, row);
		return row;
	};
	return {
		async record(given) {
			write(log, await insert(database, given));
		},
		async transact(work) {
			const recorded: Array<ReturnType<typeof toRow>> = [];
			const result = await inTransaction(database, (queries) => {
				recorded.length = 0;
				return work(queries, async (given) => {
					recorded.push(await insert(queries, given));
				});
			});
			for (const row of recorded) write(log, row);
			return result;
		},
	};
}

function toRow({ event, userId, sessionId, client, detail }: AuditEvent, id: string, time: number) {
	return {
		id,
		time,
		event,
		level: auditEvents[event],
		user_id: userId ?? null,
		session_id: sessionId ?? null,
		request_id: client?.requestId ?? null,
		client_address: client?.address ?? null,
		user_agent: client?.userAgent ?? null,
		detail: JSON.stringify(detail ?? {}),
	};
}

function write(log: AuditLog, row: ReturnType<typeof toRow>): void {
	const { id: _id, level, time: _time, detail, ...rest } = row;
	const line = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
	log[level]({ ...line, ...(JSON.parse(detail) as object) });
}
