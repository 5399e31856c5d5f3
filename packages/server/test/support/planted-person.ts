/** A user of whom every column of every table says something that is found again. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { givenTables } from "../../src/operations/export/personal-data.ts";
import type { TestService } from "./service.ts";

export interface Planted {
	id: string;
	/** What no other user has, by "table.column": in some texts, or as a number. */
	marks: Map<string, string>;
}

/** Columns that have to be as they are for the user to log in, and those with few values. */
const fixed: Record<string, Record<string, unknown>> = {
	users: { role: "user", disabled_at: null, second_factor_at: null, second_factor_due_at: null },
	sessions: { kind: "token" },
	deliveries: { state: "waiting", target: "mail", kind: "new_device" },
	setup_links: { purpose: "email" },
	audit_events: { event: "authn_login_success", level: "info", actor_kind: "self" },
	passkeys: { backup_eligible: 1, backed_up: 0, discoverable: 1 },
};

let counted = 1_600_000_000_000;

/** Of a user who is there; the name and the password stay. */
export async function plantPerson(
	{ running }: Pick<TestService, "running">,
	{ id, username }: { id: string; username: string },
): Promise<Planted> {
	const { database } = running.deployment.opened;
	const marks = new Map([["users.username", username]]);
	const tables = await database.introspection.getTables();
	const { found } = await running.deployment.administration.applications.add({
		name: "Charts",
		redirectUris: ["https://charts.example.com/callback"],
	});
	const [sessionId, client_id] = [randomUUID(), found.client.id];
	/** Rows that name each other. */
	const linked: typeof fixed = {
		sessions: { id: sessionId },
		oidc_consents: { client_id },
		oidc_sessions: { client_id, session_id: sessionId },
	};
	for (const { table, userColumn } of givenTables) {
		const columns = tables.find(({ name }) => name === table)?.columns ?? [];
		const values = columns.map(({ name, dataType }) => {
			const known = {
				username,
				password_hash: undefined,
				id: randomUUID(),
				...fixed[table],
				...linked[table],
				[userColumn]: id,
				actor_id: id,
			};
			if (name in known) return [name, known[name as keyof typeof known]] as const;
			const place = `${table}.${name}`;
			const isRandom = place === "audit_events.session_id" || place === "audit_events.request_id";
			const text = isRandom ? randomUUID() : `mark-${username}-${place}`;
			const mark = /int/i.test(dataType) ? String(counted++) : text;
			marks.set(place, mark);
			return [name, /int/i.test(dataType) ? Number(mark) : shaped(name, mark)] as const;
		});
		const row = values.filter(([, value]) => value !== undefined);
		if (table === "users") {
			const changes = row.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
			await sql`update users set ${sql.join(changes)} where id = ${id}`.execute(database);
			continue;
		}
		const names = row.map(([name]) => sql.ref(name));
		const given = row.map(([, value]) => value);
		await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(given)})`.execute(
			database,
		);
	}
	return { id, marks };
}

/** A few columns hold JSON. */
function shaped(column: string, mark: string): string {
	if (column === "groups") return JSON.stringify([mark]);
	if (column === "attributes") return JSON.stringify({ department: mark });
	if (column === "detail") return JSON.stringify({ username: mark, account: `${mark}-account`, known: null });
	return mark;
}
