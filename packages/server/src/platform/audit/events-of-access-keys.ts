/** Audit events of access keys. Part of events.ts. */
import { counted, error, info, warn } from "./event-kind.ts";

const accessKeyId = "the id of the key; never the key";
const hint = "its first four random characters";
const service = "true: of a service account";
const of = { accessKeyId, hint, service };

/** Keys of people are not named: their names may name people. */
export const eventsOfAccessKeys = {
	access_key_created: info("An access key was made.", "accessKeyCreation", {
		...of,
		name: "of the key of a service account",
		days: "how long it lives",
		role: "the most that its sessions may be: user or admin",
		scopes: "what it is limited to, if to anything",
		administers: "true: its scopes administer this service",
		replaces: "after a rotation: the key before it",
	}),
	access_key_ended: info("An access key was ended, and its sessions with it.", "accessKeyEnd", {
		...of,
		reason: ["by_owner", "by_admin", "rotated"],
		sessions: "how many live sessions ended",
	}),
	access_key_expiring: warn("An access key ends soon.", "accessKeyNotice", {
		...of,
		days: "the days until then, at most",
	}),
	access_key_expired: info("An access key has reached its end.", "accessKeyEnd", of),
	access_key_refused: warn("A login with a right access key was refused.", "refusedAccessKey", {
		accessKeyId,
		reason: ["other_user", "user_disabled", "address", "changed_meanwhile"],
		code: "of a key past its end: the error code of the response",
		...counted,
	}),
	access_key_leaked: error(
		"A finder sent an access key, which ended it: it was public somewhere.",
		"accessKeyFound",
		{ ...of, sessions: "how many live sessions ended" },
	),
} as const;
