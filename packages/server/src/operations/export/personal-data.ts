/**
 * What is stored about people, column by column: what an export gives, what it withholds and why, and how long it is kept. The schema
 * of the export and docs/privacy.md are printed from here. A column that is missing is a type error.
 */
import type { Tables } from "../../platform/database/tables.ts";
import { type Given, memberName, type Withheld } from "./column.ts";
import type { GivenTable, Part } from "./given-table.ts";
import { accessKeys } from "./personal-access-keys.ts";
import { applications } from "./personal-applications.ts";
import { events } from "./personal-events.ts";
import { factors } from "./personal-factors.ts";
import { sessions } from "./personal-sessions.ts";
import { users } from "./personal-users.ts";

/** Rows that tell of people, but are not in an export. */
interface WithheldTable extends Withheld {
	kept: string;
}

type Rules = {
	[Name in keyof Tables]: GivenTable<Name> | WithheldTable | { impersonal: string };
};

export const personalData = {
	...users,
	...sessions,
	...factors,
	...accessKeys,
	...applications,
	...events,
	attempts: {
		withheld:
			"Counters of wrong passwords and codes, of mails and of exports. Each is named by an HMAC of a username, an id, an address or a device, under a key of the deployment: no name can be read out of it.",
		kept: "Up to 90 days after the last failure. Those of the account go when the user is deleted.",
	},
	erasures: {
		withheld: "The id of a user who was deleted, and when that was.",
		kept: "As long as events.",
	},
	groups: { impersonal: "Names of groups. Who is in them is said by group_members." },
	used_challenges: { impersonal: "Random ids, for minutes." },
	status_lists: { impersonal: "Status lists; `sessions` says which index belongs to which session." },
	status_revocations: { impersonal: "Places in these lists, until the tokens that name them have expired." },
	signing_keys: { impersonal: "Keys of the deployment." },
	oidc_signing_keys: { impersonal: "Keys of the deployment." },
	oidc_clients: { impersonal: "Applications that users log in to, as operators register them." },
	oidc_client_secrets: { impersonal: "What these applications authenticate with." },
	oidc_records: {
		withheld: "Codes and tokens of applications, encrypted: they open what they are for.",
		kept: "Until they expire, and at most as long as the session, or as the access that an operator permits.",
	},
	sealing_keys: { impersonal: "Keys of the deployment." },
	instances: { impersonal: "Machines that run the service." },
	repeatable_requests: {
		withheld: "The ids of an admin or an access key and of what it has made, for a day.",
		kept: "A day.",
	},
	hourly_counts: { impersonal: "How many logins there were in an hour." },
	deployment: { impersonal: "Facts about the deployment." },
} satisfies Rules;

/** A table as an export and docs/privacy.md go through it. */
export interface ReadTable {
	table: keyof Tables;
	member: string;
	what: string;
	kept: string;
	userColumn: string;
	parts: readonly Part[];
	given: ReadonlyArray<Given & { column: string; member: string }>;
	withheld: ReadonlyArray<Withheld & { column: string }>;
}

/** In the order of the export. */
export const givenTables: readonly ReadTable[] = Object.entries<Rules[keyof Tables]>(personalData).flatMap(
	([table, rule]) => ("member" in rule ? [read(table as keyof Tables, rule as unknown as GivenTable)] : []),
);

function read(table: keyof Tables, { columns, ...rest }: GivenTable): ReadTable {
	const rules = Object.entries<Given | Withheld>(columns as Record<string, Given | Withheld>);
	return {
		table,
		userColumn: "user_id",
		...rest,
		given: rules.flatMap(([column, rule]) =>
			"read" in rule ? [{ ...rule, column, member: memberName(column) }] : [],
		),
		withheld: rules.flatMap(([column, rule]) => ("withheld" in rule ? [{ ...rule, column }] : [])),
	};
}
