import type { EventKind } from "../../packages/server/src/platform/audit/event-kind.ts";
import { auditEvents } from "../../packages/server/src/platform/audit/events.ts";
import { settings } from "../../packages/server/src/platform/config/config.ts";

/** Columns of the table `audit_events`; those of a log line are named alike. */
const fields = {
	id: "UUID of the row; not in the log",
	time: "UTC; milliseconds since the epoch in the row, RFC 3339 in the log and in `event list`",
	level:
		"`info`: everyday; `warn`: worth a look when it is frequent; `error`: needs a person now; no client can cause it, except `authn_passkey_clone` and `access_key_leaked`",
	event: "one of the names below",
	actor_kind:
		"who caused it: `self` (the user it is about), `cli` (an operator at the command line), `admin` (an admin over HTTP), `service` (a program, by its access key), `system` (the service by itself) or `unknown` (a client that has not proven who it is)",
	actor_id:
		"for `self` the user's id, for `admin` the admin's, for `service` that of the access key, for `cli` the name of the operator's account on that machine",
	user_id: "the user it is about, if known; kept after the user is deleted",
	session_id:
		"public id of the session that it is about, else of the one in which a user, an admin or a program acted, as in the claim `sid`; it gives no access",
	request_id: "the id of the request, as in the response header `X-Request-Id`",
	client_address: "IP address of the client; in a row that counts refusals, of the first client",
	user_agent: "what the client calls itself, at most 256 characters, control characters replaced by `?`",
	detail: "a JSON object with the members named below; in the log they are next to the other fields",
};

/** docs/events.md */
export function events(): string {
	const kinds = Object.entries<EventKind>(auditEvents);
	const retention = settings.find(({ name }) => name === "auditRetention")?.default;
	return [
		"# Events",
		"",
		"<!-- Printed from packages/server/src/platform/audit/events.ts by npm run generate. -->",
		"",
		"What happens to users, sessions and keys is recorded twice: as a row of the table `audit_events`, in the same transaction",
		"as the change, and as one line of JSON in the log after that transaction has committed. Names are those of the OWASP",
		"logging vocabulary where it has one.",
		"",
		"```sh",
		"npx sallyport event list                                   # the last 50, the newest last",
		"npx sallyport event list --user ada --since 12h",
		"npx sallyport event list --request 3mBq0f9dV2t8yZkLw7XcQA      # why this request was refused",
		"npx sallyport event list --level warn --address 203.0.113. --since 2026-11-24T08:00 --until 2026-11-24T09:30",
		"npx sallyport event list --event authn_login_fail --follow # and every new one, until Ctrl-C",
		"npx sallyport event show ID                                # one, by the `id` that --json shows",
		"npx sallyport event list --json --follow                   # one JSON document per line, for other programs",
		"```",
		"",
		`Rows are kept for ${retention} (\`SALLYPORT_AUDIT_RETENTION\`), also those of deleted users, without names and addresses ([privacy.md](privacy.md)); then they are deleted. The log is`,
		`yours to keep; \`SALLYPORT_LOG_LEVEL\` drops lines of a lower level from it, but never rows from the table.`,
		"",
		"## Never in them",
		"",
		"Passwords, tokens, CSRF tokens, cookies, the header Authorization, session secrets, hashes, setup links, bodies and",
		"query strings. A typed username is recorded only if the password was right, because people type passwords there.",
		"Names of unknown members and values of known ones are never recorded.",
		"",
		"## Fields",
		"",
		"| field | what |",
		"|---|---|",
		...Object.entries(fields).map(([name, what]) => `| \`${name}\` | ${what} |`),
		"",
		"## Refusals",
		"",
		`Unauthenticated clients can cause ${codes(kinds.filter(([, { detail }]) => "more" in detail).map(([name]) => name))} as often as they like.`,
		"So the first refusal in a minute is recorded at once. Further refusals with the same event, code, reason, application, client address (IPv6: /64) and session",
		"are counted, and recorded as one row with `more` and `since` when the minute is over or the service stops. The number of",
		"refusals is the number of rows without `more`, plus the sum of `more`. Each instance counts up to 500 such groups separately, at most",
		"20 for one user and 50 for one application; the rest are counted together, without an address. Requests that violate HTTP itself are not recorded.",
		"",
		"## Every event",
		"",
		"`ECS` is Elastic Common Schema: event.category / event.type / event.outcome. `OCSF` is class_uid and activity_id of the",
		"Open Cybersecurity Schema Framework; status_id is 1 for the outcome success and 2 for failure, status_detail is",
		"USER_DOES_NOT_EXIST, ACCOUNT_DISABLED or INVALID_CREDENTIALS for `authn_login_fail` (for `unknown_user`, `user_disabled` and",
		"the other reasons), and ACCOUNT_LOCKED_OUT for `authn_login_lock`. `known` says by what the account knows the client; null: an unknown device.",
		"",
		"| event | level | by | when | detail | ECS | OCSF |",
		"|---|---|---|---|---|---|---|",
		...kinds.map(([name, kind]) => row(name, kind)),
		"",
	].join("\n");
}

function row(name: string, { level, infoFor, warnFor, actor, when, detail, ecs, ocsf }: EventKind): string {
	const exceptions = [
		...(infoFor === undefined ? [] : [`info for \`${infoFor}\``]),
		...(warnFor === undefined ? [] : [`warn for \`${warnFor}\`, by an operator`]),
	];
	const levels = [level, ...exceptions].join("; ");
	const members = Object.entries(detail).map(([member, meaning]) => `\`${member}\`: ${inWords(meaning)}`);
	const inEcs = `${ecs.category} / ${ecs.types.join(", ")} / ${ecs.outcome}`;
	const inOcsf = `${ocsf.classUid} ${ocsf.className} / ${ocsf.activityId} ${ocsf.activity}`;
	return `| \`${name}\` | ${levels} | ${actor} | ${when} | ${members.join("; ")} | ${inEcs} | ${inOcsf} |`;
}

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });
const inWords = (meaning: EventKind["detail"][string]): string =>
	typeof meaning === "string" ? meaning : alternatives.format(meaning.map(String));

function codes(names: string[]): string {
	const quoted = names.map((name) => `\`${name}\``);
	return `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
