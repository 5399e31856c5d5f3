import { endOfflineAccess } from "../../identity/application/grant-store.ts";
import { removeApplicationLogins } from "../../identity/application/login-store.ts";
import { removeRecords } from "../../identity/application/record-store.ts";
import type { AuditEvent, EventFollower } from "../../platform/audit/audit.ts";
import type { Platform } from "../../platform/platform.ts";
import { createTellApplications } from "./tell-applications.ts";

/**
 * Ends what applications got from a session, in the transaction that ends it. Those of a session that was ended are notified; one that merely
 * expired ends in silence, or everyone at work in an application would be thrown out of it by the hour.
 */
export function createFollowSessions({
	clock,
	random,
	outbox,
}: Pick<Platform, "clock" | "random" | "outbox">): EventFollower {
	const tellApplications = createTellApplications({ clock, outbox });

	return {
		async within(queries, events) {
			const expired = sessionsIn(events, ({ event }) => event === "session_expired");
			const ended = sessionsIn(events, ({ event }) => ends.has(event));
			const ofSessions = [...expired, ...ended];
			const logins = await removeApplicationLogins(queries, { ofSessions });
			await removeRecords(queries, { ofSessions });
			for (const userId of usersIn(events)) await endOfflineAccess(queries, userId, random);
			for (const { event, userId } of events)
				if (event === "user_deleted" && userId != null) await removeRecords(queries, { ofUser: userId });
			const told = new Set(ended);
			return tellApplications(
				queries,
				logins.filter(({ sessionId }) => told.has(sessionId)),
			);
		},
		committed: outbox.nudge,
	};
}

const ends: ReadonlySet<string> = new Set(["session_logout", "session_ended", "excess_sessions_exceeded"]);

/** What a user or an operator does for fear of a stolen credential ends access that outlives the session as well. */
const endsAll: ReadonlySet<string> = new Set([
	"authn_password_change",
	"user_password_set",
	"authn_factor_removed",
	"authn_factor_reset",
	"authn_second_factor_on",
	"authn_second_factor_off",
]);

function sessionsIn(events: readonly AuditEvent[], which: (event: AuditEvent) => boolean): string[] {
	return events.flatMap((event) =>
		which(event) && typeof event.sessionId === "string" ? [event.sessionId] : [],
	);
}

function usersIn(events: readonly AuditEvent[]): Set<string> {
	return new Set(events.flatMap((each) => (each.userId != null && isEndOfAll(each) ? [each.userId] : [])));
}

function isEndOfAll({ event, detail }: AuditEvent): boolean {
	if (endsAll.has(event)) return true;
	const { disabled, reset } = (detail ?? {}) as Record<string, unknown>;
	return event === "user_updated" && (disabled === true || reset === true);
}
