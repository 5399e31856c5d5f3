/**
 * The audit log: each authentication event is a row, written in the transaction of the change it describes, and one line in
 * the log after the commit (OWASP logging vocabulary; ASVS 16.3). Never contains a password, token, CSRF token, cookie, hash
 * or setup link; a typed username only after a success, because users mistype passwords there.
 */
import { inTransaction } from "../database/open.ts";
import type { AuditEventTable, Database, Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { type Random, timedUuid } from "../lib/random.ts";
import { insertAuditEvents } from "./audit-store.ts";
import type { EventClass } from "./event-classes.ts";
import type { EventKind } from "./event-kind.ts";
import { type AuditEventName, auditEvents, type DetailOf, levelOf } from "./events.ts";

/** Who caused an event; cli: an operator at the command line. */
export interface Actor {
	kind: EventClass["actor"] | "cli";
	/** self: the id of the user. cli: the name of the operator's account on that machine. */
	id: string | null;
}

/** The client of a request. */
export interface Client {
	address: string;
	userAgent: string | null;
	requestId: string;
}

interface EventContext {
	userId?: string | null;
	sessionId?: string | null;
	/** Events that summarize several requests have no request id and no user agent. */
	client?: (Pick<Client, "address"> & { [Of in "userAgent" | "requestId"]: Client[Of] | null }) | null;
}

/** An event with the details that it may have. */
export type AuditEvent<Name extends AuditEventName = AuditEventName> = {
	[Each in Name]: EventContext & { event: Each; detail?: DetailOf<Each> };
}[Name];

export type RecordEvent = (...events: AuditEvent[]) => Promise<void>;
/** Runs work in one transaction; its events are logged only if it commits. */
export type Transact = <T>(work: (queries: Queryable, record: RecordEvent) => Promise<T>) => Promise<T>;

/** What else comes of events. */
export interface EventFollower {
	/** Part of their transaction. True: something waits for its commit. */
	within(queries: Queryable, events: readonly AuditEvent[]): Promise<boolean>;
	committed(): void;
}

export type Audit = ReturnType<typeof createAudit>;
export type AuditLog = Record<EventKind["level"], (line: object) => void>;

export function createAudit(dependencies: {
	database: Database;
	unsynced: Database;
	clock: Clock;
	random: Random;
	log: AuditLog;
	/** Who causes all that is recorded; without one, the event says who. */
	actor?: Actor | undefined;
}) {
	const { database, unsynced, clock, random, log, actor } = dependencies;
	const insert = async (queries: Queryable, given: AuditEvent[]) => {
		const rows = given.map((event) => {
			const time = clock();
			return toRow(event, { id: timedUuid(random, time), time, actor });
		});
		await insertAuditEvents(queries, rows);
		return rows;
	};
	let follower: EventFollower | null = null;
	const transactOn = (queryable: Database): Transact =>
		async function transact(work) {
			const recorded: Array<ReturnType<typeof toRow>> = [];
			const events: AuditEvent[] = [];
			let isFollowed = false;
			const result = await inTransaction(queryable, async (queries) => {
				recorded.length = 0;
				events.length = 0;
				const done = await work(queries, async (...given) => {
					recorded.push(...(await insert(queries, given)));
					events.push(...given);
				});
				isFollowed = (await follower?.within(queries, events)) ?? false;
				return done;
			});
			for (const row of recorded) write(log, row);
			if (isFollowed) follower?.committed();
			return result;
		};
	const record: RecordEvent = async (...given) => {
		for (const row of await insert(database, given)) write(log, row);
	};
	return {
		record,
		/** Events that are recorded outside a transaction are followed by nothing. */
		follow(by: EventFollower): void {
			follower = by;
		},
		transact: transactOn(database),
		/** Does not wait for the disk, for guesses and refused requests: a power cut may lose them, a crash does not. */
		transactUnsynced: transactOn(unsynced),
	};
}

function toRow(
	{ event, userId, sessionId, client, detail }: AuditEvent,
	{ id, time, actor }: { id: string; time: number; actor: Actor | undefined },
): AuditEventTable & { level: EventKind["level"] } {
	const { actor: usual } = auditEvents[event];
	return {
		id,
		time,
		event,
		level: levelOf(event, detail, { isByOperator: actor?.kind === "cli" }),
		actor_kind: actor?.kind ?? usual,
		actor_id: actor?.id ?? (usual === "self" ? (userId ?? null) : null),
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
