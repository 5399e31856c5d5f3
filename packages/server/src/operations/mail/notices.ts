import { createWindowCount } from "../../identity/throttle/window-limit.ts";
import { findRecipient } from "../../identity/user/email-store.ts";
import type { AuditEvent, EventFollower } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import { wideNetwork } from "../../platform/lib/address-prefix.ts";
import { DAY, HOUR } from "../../platform/lib/clock.ts";
import { type Rank, ranks } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { createNoticesToAdmins } from "./notices-to-admins.ts";
import type { FactorChange, KeyChange, Notice } from "./payloads.ts";
import { createQueueMail } from "./queue-mail.ts";

/** How long a network from which programs log in stays known. */
const NETWORK_KNOWN_FOR = 90 * DAY;
/** To one user: one who changes a password over and over would else use up the mails of all. */
const MOST_NOTICES = 20;

/**
 * Tells users by mail what happens to their account: a row in the outbox, in the transaction of the event. Only verified
 * addresses get any, and no user can turn them off: an attacker would.
 */
export function createNotices({
	clock,
	keyring,
	outbox,
	loadKeyring,
}: Pick<Platform, "clock" | "keyring" | "outbox"> & Pick<Keys, "loadKeyring">): EventFollower {
	const countNotice = createWindowCount({ keyring, clock }, "notice to user", HOUR);
	const countAlike = createWindowCount({ keyring, clock }, "notice", HOUR);
	const countFromNetwork = createWindowCount({ keyring, clock }, "notice", NETWORK_KNOWN_FOR);
	const queueMail = createQueueMail({ clock, outbox });
	const toAdmins = createNoticesToAdmins({ clock, queueMail, loadKeyring });

	/** Some may come at any rate, and would be a nuisance. */
	async function isWorthIt(
		queries: Queryable,
		userId: string,
		{ kind }: Notice,
		login: Login | null,
	): Promise<boolean> {
		if (kind !== "new_device" && kind !== "account_closed") return true;
		if (login?.kind === "token") {
			const { times } = await countFromNetwork(queries, `network ${userId} ${wideNetwork(login.address)}`);
			if (times > 1) return false;
		}
		return (await countAlike(queries, `${kind} ${userId}`)).times === 1;
	}

	async function isOneTooMany(queries: Queryable, userId: string): Promise<boolean> {
		return (await countNotice(queries, userId)).times > MOST_NOTICES;
	}

	/** Of a key: to its user, or, where that is no person, to every admin. */
	async function tellOfKey(queries: Queryable, event: AuditEvent, change: KeyEvent): Promise<boolean> {
		const { userId = null, client } = event;
		const recipient = userId === null ? null : await findRecipient(queries, userId);
		if (recipient === null) return false;
		const happened = { at: clock(), from: client?.address ?? null, ...change };
		const notice = (name: string | null): Notice => ({ kind: "access_key", payload: { ...happened, name } });
		if (recipient.kind === "service") return toAdmins.tell(queries, notice(recipient.username));
		if (recipient.email === null || recipient.emailVerifiedAt === null) return false;
		if (await isOneTooMany(queries, recipient.id)) return false;
		await queueMail(queries, { ...notice(null), userId: recipient.id });
		return true;
	}

	return {
		async within(queries, events, rows) {
			let isQueued = await toAdmins.within(queries, events, rows);
			for (const event of events) {
				const change = keyChangeIn(event);
				if (change !== null && (await tellOfKey(queries, event, change))) isQueued = true;
			}
			for (const [userId, own] of Map.groupBy(events, (event) => event.userId ?? null)) {
				const notices = noticesOf(own, clock());
				if (userId === null || notices.length === 0) continue;
				const recipient = await findRecipient(queries, userId);
				if (recipient === null || recipient.email === null || recipient.emailVerifiedAt === null) continue;
				for (const notice of notices) {
					if (!(await isWorthIt(queries, userId, notice, loginIn(own)))) continue;
					if (await isOneTooMany(queries, userId)) continue;
					await queueMail(queries, { ...notice, userId, rank: rankOf(notice) });
					isQueued = true;
				}
			}
			return isQueued;
		},
		committed: outbox.nudge,
	};
}

/** Wrong passwords need no credential. */
function rankOf({ kind, payload }: Notice): Rank {
	return kind === "account_closed" && payload.step === "password" ? ranks.unauthenticated : ranks.first;
}

interface Login {
	kind: unknown;
	address: string;
}

/** A login on a device that is not known. */
function loginIn(events: readonly AuditEvent[]): Login | null {
	for (const event of events) {
		if (event.event !== "authn_login_success" && event.event !== "authn_login_successafterfail") continue;
		if (event.detail?.known === null)
			return { kind: event.detail.kind, address: event.client?.address ?? "" };
	}
	return null;
}

/** What one transaction has done to a user. Several changes of factors are one mail. */
function noticesOf(events: readonly AuditEvent[], at: number): Notice[] {
	const notices: Notice[] = [];
	const from = events.find(({ client }) => client != null)?.client?.address ?? null;
	const happened = { at, from };
	const changes = events.map(changeIn).filter((change) => change !== null);
	const names = new Set(events.map(({ event }) => event));
	if (events.some(isNewPassword)) notices.push({ kind: "password_changed", payload: happened });
	if (changes.length > 0) notices.push({ kind: "factors_changed", payload: { ...happened, changes } });
	if (names.has("user_data_exported")) notices.push({ kind: "data_exported", payload: happened });
	if (names.has("user_data_given"))
		notices.push({ kind: "data_exported", payload: { ...happened, byOperator: true } });
	if (loginIn(events) !== null) notices.push({ kind: "new_device", payload: happened });
	for (const event of events) {
		if (event.event === "authn_login_lock") {
			const step = event.detail?.scope === "factor" ? "second" : "password";
			notices.push({ kind: "account_closed", payload: { ...happened, step } });
		}
		if (event.event === "user_updated" && event.detail?.reset === true && event.detail.mailed !== true)
			notices.push({
				kind: "password_reset",
				payload: { ...happened, factors: names.has("authn_factor_reset") },
			});
	}
	return notices;
}

interface KeyEvent {
	what: KeyChange;
	hint: string;
	administers?: true;
}

function keyChangeIn({ event, detail }: AuditEvent): KeyEvent | null {
	const what = keyChanges.get(event);
	if (what === undefined || detail === undefined || !("hint" in detail)) return null;
	const administers = "administers" in detail && detail.administers === true;
	return { what, hint: String(detail.hint), ...(administers && { administers }) };
}

const keyChanges: ReadonlyMap<string, KeyChange> = new Map([
	["access_key_created", "created"],
	["access_key_expiring", "expiring"],
	["access_key_expired", "expired"],
	["access_key_leaked", "leaked"],
]);

/** A new user needs no mail about their own first one. */
function isNewPassword(event: AuditEvent): boolean {
	if (event.event === "user_password_set") return event.detail?.first !== true;
	return event.event === "authn_password_change";
}

function changeIn({ event, detail }: AuditEvent): FactorChange | null {
	const method =
		detail !== undefined && "method" in detail && detail.method === "passkey" ? "passkey" : "totp";
	if (event === "authn_factor_added") return `${method}_added`;
	if (event === "authn_factor_removed") return `${method}_removed`;
	if (event === "authn_second_factor_on") return "second_factor_on";
	if (event === "authn_second_factor_off") return "second_factor_off";
	return event === "authn_recovery_codes_created" ? "recovery_codes_created" : null;
}
