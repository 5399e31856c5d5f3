import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { openDatabase } from "../../src/platform/database/open.ts";
import type { Tables } from "../../src/platform/database/tables.ts";
import type { Load } from "./crash-load.ts";

/** What must be true of the rows at any moment, whatever the process was doing when it died. */
export async function assertRowsAgree(url: string, { attempts }: Load): Promise<void> {
	await assertIntact(url);
	const { database, close } = await openDatabase(url);
	try {
		const sessions = await database.selectFrom("sessions").selectAll().execute();
		const events = await database.selectFrom("audit_events").selectAll().execute();
		const counters = await database.selectFrom("attempts").selectAll().execute();
		assertSessionsOnRecord(sessions, events);
		const madeBy = (path: string) =>
			sessions.filter(({ user_agent: name }) => attempts.get(name ?? "")?.path === path);

		assert.deepEqual(
			sessionsOf(events, "authn_login_success", "authn_login_successafterfail"),
			ids(madeBy("/api/auth/login")),
			"a login and its session",
		);
		assert.equal(sessionsOf(events, "authn_password_change").length, madeBy("/api/auth/password").length);

		const made = Map.groupBy(sessions, (each) => each.user_agent);
		for (const [name, { outcome }] of attempts) {
			const count = made.get(name)?.length ?? 0;
			const right = outcome === "unknown" ? count <= 1 : count === (outcome === "made" ? 1 : 0);
			assert.ok(right, `${name} was ${outcome} and made ${count} sessions`);
		}

		const outcomes = [...attempts.values()].map(({ outcome }) => outcome);
		const refused = outcomes.filter((outcome) => outcome === "refused").length;
		const unknown = outcomes.filter((outcome) => outcome === "unknown").length;
		const failures = counters.find(({ key }) => key.startsWith("address:"))?.failures ?? 0;
		// An attempt is counted before it is looked at, and taken back with the session that it makes.
		assert.ok(
			failures >= refused && failures <= refused + unknown,
			`${failures}: ${refused} to ${refused + unknown}`,
		);
	} finally {
		await close();
	}
}

type Session = Pick<Tables["sessions"], "id" | "ended_at">;
type Event = Pick<Tables["audit_events"], "event" | "session_id">;

/** No session without its event, no event without its session, and the same for their ends. */
export function assertSessionsOnRecord(sessions: Session[], events: Event[]): void {
	const begun = sessionsOf(events, "session_created", "authn_token_created");
	assert.deepEqual(begun, ids(sessions), "a session and its event");
	const endings = sessionsOf(events, "session_ended", "session_logout", "authn_token_revoked");
	const ended = sessions.filter((each) => each.ended_at !== null);
	assert.deepEqual(endings, ids(ended), "an end and its event");
}

function sessionsOf(events: Event[], ...names: string[]) {
	return events.flatMap(({ event, session_id: id }) => (names.includes(event) ? [id] : [])).sort();
}

function ids(sessions: Session[]) {
	return sessions.map(({ id }) => id as string | null).sort();
}

export async function assertIntact(url: string): Promise<void> {
	if (url.startsWith("sqlite:")) {
		const file = new DatabaseSync(url.slice("sqlite:".length));
		assert.deepEqual(
			file
				.prepare("pragma integrity_check")
				.all()
				.map((row) => ({ ...row })),
			[{ integrity_check: "ok" }],
		);
		assert.deepEqual(file.prepare("pragma foreign_key_check").all(), []);
		file.close();
		return;
	}
	// PostgreSQL finishes what it was sent; only then do the rows stand still.
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const others = `select 1 from pg_stat_activity where datname = current_database()
		and pid <> pg_backend_pid() and backend_type = 'client backend'`;
	while (((await client.query(others)).rowCount ?? 0) > 0);
	await client.end();
}
