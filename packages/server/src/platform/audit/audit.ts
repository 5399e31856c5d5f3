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

/** The client of a request. */
export interface Client {
	address: string;
	userAgent: string | null;
	requestId: string;
}

/** Who caused an event. admin: a person with that role; service: a program with an access key; cli: an operator at the command line. */
export interface Actor {
	kind: EventClass["actor"] | "admin" | "service" | "cli";
	/** self, admin: the id of the user. service: of the access key. cli: the name of the operator's account on that machine. */
	id: string | null;
	/** service: the id of the account whose key it is. */
	accountId?: string;
	/** Where it came from, of each event that does not say so itself. */
	client?: Client;
	/** In which session, of each event that is about none. */
	sessionId?: string;
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
/** Runs work in one transaction. Its events are written at its end, and logged only if it commits. */
export type Transact = <T>(work: (queries: Queryable, record: RecordEvent) => Promise<T>) => Promise<T>;

/** Runs the work of a transaction, and what belongs into the same one. */
export type Around = <T>(queries: Queryable, work: () => Promise<T>) => Promise<T>;

/** What the service does with events besides recording them. */
export interface EventFollower {
	/** Part of their transaction; `rows`: as they were stored. True: something waits for its commit. */
	within(
		queries: Queryable,
		events: readonly AuditEvent[],
		rows: readonly AuditEventTable[],
	): Promise<boolean>;
	committed(): void;
}

export interface Audit {
	/** Who causes all that is recorded here; null: each event says who. */
	actor: Actor | null;
	/** The same audit log for what this actor does; `around` is part of each of its transactions. */
	by(actor: Actor, around?: Around): Audit;
	/** Outside a transaction: such events are followed by nothing. */
	record: RecordEvent;
	/** Calls back for each event from now on, whatever part of the service records it. */
	follow(follower: EventFollower): void;
	transact: Transact;
	/** Does not wait for the disk, for guesses and refused requests: a power cut may lose them, a crash does not. */
	transactUnsynced: Transact;
}
export type AuditLog = Record<EventKind["level"], (line: object) => void>;

export function createAudit(dependencies: {
	database: Database;
	unsynced: Database;
	clock: Clock;
	random: Random;
	log: AuditLog;
}): Audit {
	const { database, unsynced, clock, random, log } = dependencies;
	const followers: EventFollower[] = [];

	const rowsOf = (actor: Actor | null, given: AuditEvent[]) =>
		given.map((event) => {
			const time = clock();
			return toRow(event, { id: timedUuid(random, time), time, actor });
		});

	const transactOn = (queryable: Database, actor: Actor | null, around: Around): Transact =>
		async function transact(work) {
			const recorded: Array<ReturnType<typeof toRow>> = [];
			const events: AuditEvent[] = [];
			const waiting: EventFollower[] = [];
			const result = await inTransaction(queryable, async (queries) => {
				for (const list of [recorded, events, waiting]) list.length = 0;
				const record: RecordEvent = async (...given) => {
					recorded.push(...rowsOf(actor, given));
					events.push(...given);
				};
				const done = await around(queries, () => work(queries, record));
				// All in one statement: a login has two.
				await insertAuditEvents(queries, recorded);
				for (const follower of followers)
					if (await follower.within(queries, events, recorded)) waiting.push(follower);
				return done;
			});
			for (const row of recorded) write(log, row);
			for (const follower of waiting) follower.committed();
			return result;
		};

	const by = (actor: Actor | null, around: Around = (_queries, work) => work()): Audit => ({
		actor,
		by,
		async record(...given) {
			const rows = rowsOf(actor, given);
			await insertAuditEvents(database, rows);
			for (const row of rows) write(log, row);
		},
		follow: (follower) => void followers.push(follower),
		transact: transactOn(database, actor, around),
		transactUnsynced: transactOn(unsynced, actor, around),
	});
	return by(null);
}

const operators: ReadonlySet<Actor["kind"]> = new Set(["admin", "service", "cli"]);

function toRow(
	{ event, userId, sessionId, client = null, detail }: AuditEvent,
	{ id, time, actor }: { id: string; time: number; actor: Actor | null },
): AuditEventTable & { level: EventKind["level"] } {
	const { actor: usual } = auditEvents[event];
	const from = client ?? actor?.client;
	return {
		id,
		time,
		event,
		level: levelOf(event, detail, { isByOperator: actor !== null && operators.has(actor.kind) }),
		actor_kind: actor?.kind ?? usual,
		actor_id: actor?.id ?? (usual === "self" ? (userId ?? null) : null),
		user_id: userId ?? null,
		session_id: sessionId ?? actor?.sessionId ?? null,
		request_id: from?.requestId ?? null,
		client_address: from?.address ?? null,
		user_agent: from?.userAgent ?? null,
		detail: JSON.stringify(detail ?? {}),
	};
}

function write(log: AuditLog, row: ReturnType<typeof toRow>): void {
	const { id: _id, level, time: _time, detail, ...rest } = row;
	const line = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
	log[level]({ ...line, ...(JSON.parse(detail) as object) });
}
