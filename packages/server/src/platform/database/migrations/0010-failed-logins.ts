import { sql } from "kysely";

const condition = `"event" in ('authn_login_fail', 'authn_password_change_fail')`;

/** A guess at a password failed. Indexed, so never write the condition differently. */
export const isFailedLogin = sql.raw<boolean>(condition);

/** Lets them be counted without reading the other events of a user, of which a script can have many thousands. */
export const failedLogins = () =>
	`create index "audit_events_failed_logins" on "audit_events" ("user_id", "time") where ${condition}`;
