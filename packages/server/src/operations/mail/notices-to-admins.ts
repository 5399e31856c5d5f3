import { findRecipient, listAdminRecipients } from "../../identity/user/email-store.ts";
import type { AuditEvent, EventFollower } from "../../platform/audit/audit.ts";
import { findActorNames } from "../../platform/audit/audit-page-store.ts";
import type { AuditEventTable, Queryable } from "../../platform/database/tables.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Notice, Operator, ServiceKeyChange } from "./payloads.ts";
import type { QueueMail } from "./queue-mail.ts";

/**
 * Tells every admin what an attacker with the rights of an operator would do. No count limits these mails: the attacker could use it up
 * beforehand.
 */
export function createNoticesToAdmins({
	clock,
	queueMail,
	loadKeyring,
}: { clock: Clock; queueMail: QueueMail } & Pick<Keys, "loadKeyring">) {
	async function tell(queries: Queryable, notice: Notice): Promise<boolean> {
		const admins = await listAdminRecipients(queries);
		// The transaction may have replaced the keys that this process knows.
		const under = notice.kind === "keys_changed" ? await loadKeyring(queries) : undefined;
		for (const { id } of admins) await queueMail(queries, { ...notice, userId: id, under });
		return admins.length > 0;
	}

	/** What one transaction has done: a mail for each kind. */
	async function noticesOf(
		queries: Queryable,
		events: readonly AuditEvent[],
		rows: readonly AuditEventTable[],
	): Promise<Notice[]> {
		const names: string[] = [];
		for (const id of events.flatMap((event) => newAdminIn(event) ?? []))
			names.push((await findRecipient(queries, id))?.username ?? "");
		const changes = [...new Set(events.flatMap((event) => keyChangeIn(event) ?? []))];
		const isAlarm = events.some(({ event }) => event === "admin_alarm");
		if (names.length === 0 && changes.length === 0 && !isAlarm) return [];
		const happened = { at: clock(), ...(await operatorIn(queries, rows)) };
		return [
			...(names.length > 0 ? [{ kind: "admin_added" as const, payload: { ...happened, names } }] : []),
			...(changes.length > 0 ? [{ kind: "keys_changed" as const, payload: { ...happened, changes } }] : []),
			...(isAlarm ? [{ kind: "admin_alarm" as const, payload: happened }] : []),
		];
	}

	return {
		tell,
		async within(...[queries, events, rows]: Parameters<EventFollower["within"]>): Promise<boolean> {
			let isQueued = false;
			for (const notice of await noticesOf(queries, events, rows))
				if (await tell(queries, notice)) isQueued = true;
			return isQueued;
		},
	};
}

const operators = ["admin", "service", "cli"] as const;

/** Who acted in a transaction, and from where, as far as that is known. */
async function operatorIn(
	queries: Queryable,
	rows: readonly AuditEventTable[],
): Promise<{ from: string | null; by?: Operator }> {
	const [row] = rows;
	const from = row?.client_address ?? null;
	const kind = operators.find((each) => each === row?.actor_kind);
	const id = row?.actor_id ?? null;
	if (kind === undefined || id === null) return { from };
	const name = kind === "cli" ? id : (await findActorNames(queries, [id])).get(id);
	return name === undefined ? { from } : { from, by: { kind, name } };
}

function newAdminIn({ event, userId, detail }: AuditEvent): string | null {
	const isAdmin = (event === "user_created" || event === "user_updated") && detail?.role === "admin";
	return isAdmin ? (userId ?? null) : null;
}

function keyChangeIn({ event, detail }: AuditEvent): ServiceKeyChange | null {
	if (event === "signing_key_compromised") return "signing_replaced";
	if (event === "sealing_key_compromised") return "sealing_replaced";
	if (event === "signing_key_rotated" && detail?.forced === true) return "signing_forced";
	return event === "sealing_key_rotated" && detail?.forced === true ? "sealing_forced" : null;
}
