/** How the databases read the lists of the administration: by an index, in its order, however large the tables are. */
// With no other service in its process: it takes the statements given there for its own.
// Proves: administration-lists
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sql } from "kysely";
import { createAdministrationWorld } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import type { Visitor } from "../support/visitor.ts";
import { watchStatements } from "../support/watch-statements.ts";

const ID = "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47";

const lists = [
	"users",
	"users?q=a",
	"users?sort=-createdAt",
	"users?q=a&sort=-createdAt",
	"users?role=admin",
	"users?role=admin&state=disabled",
	"users?role=user&kind=service&secondFactor=on",
	"users?state=invited",
	"users?state=active&inactiveSince=2026-01-31T09:15:00Z",
	"groups",
	"sessions",
	"sessions?kind=token&address=192.0.2.",
	"sessions?state=ended",
	"events",
	"events?event=authn_login_fail&address=192.0.2.",
	"events?client=wiki",
	"events?level=warn",
	"events?level=error",
	"events?level=warn&address=192.0.2.",
	`events?user=${ID}&event=authn_login_fail`,
	`events?actor=${ID}`,
	"setup-links",
	"access-keys",
	"access-keys?neverUsed=true",
	"clients",
	"mails",
	"mails?state=failed",
	`mails?user=${ID}`,
];

/** Lists that have an index to themselves; without it, the order would be that of another one, and most rows read in vain. */
const own: Record<string, RegExp> = {
	"events?level=warn": /audit_events_not_info/,
	"events?level=error": /audit_events_errors/,
	"sessions?state=ended": /sessions_ended_at/,
	mails: /deliveries_created_at/,
	"mails?state=failed": /deliveries_created_at/,
};

/** Reads a table from its beginning to its end, or sorts what it has read. */
const bad = {
	sqlite:
		/SCAN (users|sessions|audit_events|access_keys|setup_links|groups|deliveries|oidc_clients)"|USE TEMP B-TREE FOR ORDER BY/,
	postgres:
		/Seq Scan on (users|sessions|audit_events|access_keys|setup_links|groups|deliveries|oidc_clients)|"Sort"|-> {2}Sort/,
};

forEachDatabase("the lists of the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	before(async () => {
		({ visitor: admin } = await world.person("admin"));
	});

	async function plansOf(list: string): Promise<Array<[statement: string, plan: string]>> {
		const { opened } = world.service().running.deployment;
		const statements = await watchStatements(async () => {
			// It asks too, now and then. Here it always does, so that no outcome is up to the moment.
			await world.service().running.maintenance.run();
			const answer = await admin.get(`/api/admin/${list}`);
			assert.equal(answer.status, 200, answer.text);
		});
		const [, name = ""] = /^([a-z-]+)/.exec(list) ?? [];
		const table =
			{ events: "audit_events", mails: "deliveries", clients: "oidc_clients" }[name] ??
			name.replace("-", "_");
		const reads = new RegExp(`from "${table}".* order by`);
		// What is left to erase, and the look for expired sessions, are no lists.
		const others = /from "erasures"|as "upTo"/;
		const ordered = statements.filter((each) => reads.test(each) && !others.test(each));
		assert.notEqual(ordered.length, 0);
		return opened.database.transaction().execute(async (queries) => {
			// However few rows there are.
			const costlier = opened.dialect === "postgres" ? ["seqscan", "sort", "bitmapscan", "hashjoin"] : [];
			for (const way of costlier) await sql.raw(`set local enable_${way} = off`).execute(queries);
			const explain = opened.dialect === "sqlite" ? "explain query plan" : "explain (generic_plan)";
			const plans: Array<[string, string]> = [];
			for (const statement of ordered) {
				const { rows } = await sql.raw(`${explain} ${statement}`).execute(queries);
				plans.push([statement, JSON.stringify(rows)]);
			}
			return plans;
		});
	}

	for (const list of lists)
		it(`reads ${list} in the order of an index`, async () => {
			const { dialect } = world.service().running.deployment.opened;
			for (const [statement, plan] of await plansOf(list)) {
				assert.doesNotMatch(plan, bad[dialect], `${statement}\n${plan}`);
				assert.match(plan, own[list] ?? /./, `${statement}\n${plan}`);
			}
		});
});
