// At length: it kills, cuts off or fills what the service needs.
/**
 * Instances of an earlier release continue while the first instance of this one has migrated: everything that the earlier one
 * has said to its database, recorded from its code, gets the same answers from the tables of today.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { CompiledQuery } from "kysely";
import type { OpenedDatabase } from "../../src/platform/database/open.ts";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

type Row = Record<string, unknown>;
/** An answer: rows, or how many were changed. */
type Said = [text: number, parameters: unknown[], answer: Row[] | number];

/** The release that may run beside this one, and this one, for the next. */
const releases = ["0.1.0", "0.2.0"];

function saidBy(release: string): { texts: string[]; said: Said[] } {
	const recording = readFileSync(new URL(`../fixtures/said-by-${release}.jsonl`, import.meta.url), "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as string | Said);
	const [, ...texts] = recording.filter((line) => typeof line === "string");
	return toldAsOfNow(
		texts,
		recording.filter((line) => typeof line !== "string"),
	);
}
const newPassword = "five words nobody else has";

/** Its times are those of the day it was recorded: moved so that the last thing it did was done just now. */
function toldAsOfNow(texts: string[], recorded: Said[]): { texts: string[]; said: Said[] } {
	const recordsEvent = texts.findIndex((text) => text.startsWith('insert into "audit_events"'));
	const events = recorded.filter(([text]) => text === recordsEvent);
	const passed = Date.now() - Math.max(...events.map(([, [, time]]) => Number(time)));
	const isTime = (value: unknown) => typeof value === "number" && value > 1e12;
	const said = JSON.parse(JSON.stringify(recorded), (_, value) => (isTime(value) ? value + passed : value));
	// Kysely writes some numbers into the text.
	return {
		said,
		texts: texts.map((text) => text.replace(/\b\d{13}\b/g, (time) => `${Number(time) + passed}`)),
	};
}

/** Words a statement as the earlier release would have sent it to this database. */
function inDialect(text: string, dialect: OpenedDatabase["dialect"]): string {
	if (dialect === "postgres") return text;
	return text.replaceAll(/\$(\d+)/g, "?$1").replace(/^start transaction .*/, "begin immediate");
}

/** The earlier release does not know of columns that were added, and relies on no order that it has not asked for. */
function asKnownThen(rows: Row[], recorded: Row[]): string[] {
	const known = Object.keys(recorded[0] ?? {});
	return rows.map((row) => JSON.stringify(known.map((name) => row[name]))).sort();
}

for (const release of releases) {
	describe(`what ${release} sends to the tables of today`, () => {
		const { texts, said } = saidBy(release);
		for (const dialect of ["sqlite", "postgres"] as const) {
			it(`is answered as it was then (${dialect}), and both work with what the other has written`, async () => {
				const database = createTestDatabase(dialect);
				try {
					const { database: queries } = await database.open();
					await queries.connection().execute(async (connection) => {
						for (const [index, parameters, answer] of said) {
							const text = texts[index] ?? "";
							const query = CompiledQuery.raw(inDialect(text, dialect), parameters);
							const { rows, numAffectedRows } = await connection.executeQuery<Row>(query);
							if (typeof answer === "number") {
								if (/^(insert|update|delete)/.test(text)) assert.equal(Number(numAffectedRows), answer, text);
							} else assert.deepEqual(asKnownThen(rows, answer), asKnownThen(answer, answer), text);
						}
					});

					const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
					try {
						const person = await service.loggedIn("ada", newPassword);
						const { id } = await ownSession(person);
						const lookUp = texts.find(
							(text) => text.includes('inner join "users"') && text.endsWith('"sessions"."id" = $1'),
						);
						const found = CompiledQuery.raw(inDialect(lookUp ?? "", dialect), [id]);
						const { rows } = await queries.executeQuery<Row>(found);
						assert.deepEqual(
							rows.map(({ username, kind, endedAt }) => [username, kind, endedAt]),
							[["ada", "cookie", null]],
						);
						const { sessions } = (await person.get("/api/auth/sessions")).body as { sessions: object[] };
						assert.equal(sessions.length, 3, "this login, and two of the earlier release");
						assert.equal((await usersOf(service).endSessions("ada")).ended, 3);
					} finally {
						await service.stop();
					}
				} finally {
					await database.remove();
				}
			});
		}
	});
}

it("a token of a release that kept no status lists is good until it ends, and is not renewed", async () => {
	const service = await startTestService({ settings: cheap });
	try {
		await service.addUser("ada");
		const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
		const { database } = service.running.deployment.opened;
		await database.updateTable("sessions").set({ status_list: null, status_index: null }).execute();
		assert.equal((await service.visitor().get("/api/auth/check", bearer)).status, 204);
		for (const [path, body] of [["renew"], ["reauthenticate", { password: ADMIN_PASSWORD }]] as const)
			assertProblem(await service.visitor().post(`/api/auth/${path}`, body, bearer), "session_ended");
		assert.equal((await service.visitor().post("/api/auth/logout", undefined, bearer)).status, 200);
		assertProblem(await service.visitor().get("/api/auth/check", bearer), "session_ended");
	} finally {
		await service.stop();
	}
});
