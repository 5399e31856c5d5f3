// At length: it runs all statements, on the source and under coverage.
/** docs/postgres.md names every word of SQL that is sent to PostgreSQL, and no other. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { createTestDatabase } from "../support/databases.ts";
import { containsInOrder, type Names, sqlWords } from "../support/sql-words.ts";
import type { WatchedSql } from "../support/watch-sql.ts";

const databases = [1, 2, 3].map(() => createTestDatabase("postgres"));

const page = readFileSync(new URL("../../../../docs/postgres.md", import.meta.url), "utf8");
const firstCells = (heading: string) => {
	const [, section = ""] = page.split(`\n## ${heading}\n`);
	const rows =
		section
			.split("\n## ")[0]
			?.split("\n")
			.filter((line) => line.startsWith("| `")) ?? [];
	return rows.flatMap((row) =>
		[...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span),
	);
};
/** "insert into … values" → what is between the ellipses, in order. */
const listed = firstCells("SQL in use").map((span) => sqlWords(span, { quoted: new Set(), bare: new Set() }));
const listedSettings = firstCells("Settings of a connection");

describe("docs/postgres.md", () => {
	let seen: WatchedSql;
	let statements: string[][];
	before(async () => {
		const urls = await Promise.all(databases.map((database) => database.url()));
		const child = fork(new URL("../support/statements-journey.ts", import.meta.url), urls, {
			stdio: ["ignore", "ignore", "pipe", "ipc"],
			// It reports functions by their source files.
			execArgv: ["--conditions=sallyport-source"],
		});
		const complaints = text(child.stderr as NodeJS.ReadableStream);
		const ended = once(child, "exit").then(async () => {
			throw new Error(`The journey ended early: ${await complaints}`);
		});
		ended.catch(() => {});
		[seen] = (await Promise.race([once(child, "message"), ended])) as [WatchedSql];
		const { quoted, bare } = await namesIn(urls[0] ?? "");
		const cursors = seen.statements.map((statement) => /^declare (\w+)/.exec(statement)?.[1] ?? "");
		const names = { quoted, bare: new Set([...bare, ...cursors]) };
		statements = seen.statements.map((statement) => sqlWords(statement, names));
	});
	after(() => Promise.all(databases.map((database) => database.remove())));

	it("was compared with all statements: every function that knows SQL was called", () => {
		const uncalled = Object.entries(seen.functions).filter(([, called]) => !called);
		assert.deepEqual(
			uncalled.map(([name]) => name),
			[],
			"statements-journey.ts does not come by here",
		);
		assert.ok(statements.length > 50, `${statements.length} statements`);
	});

	it("names every word of them", () => {
		const known = new Set(listed.flat());
		const unknown = seen.statements.flatMap((statement, index) => {
			const words = statements[index]?.filter((word) => !known.has(word)) ?? [];
			return words.length === 0 ? [] : [`${words.join(" ")} in: ${statement}`];
		});
		assert.deepEqual(unknown, []);
	});

	it("names nothing that is not used", () => {
		const unused = listed.filter((feature) => !statements.some((words) => containsInOrder(words, feature)));
		assert.deepEqual(
			unused.map((feature) => feature.join(" ")),
			[],
		);
	});

	it("names the settings of a connection", () => {
		assert.deepEqual([...seen.settings].sort(), [...listedSettings].sort());
	});
});

async function namesIn(url: string): Promise<Names> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const ask = async (query: string) =>
			new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name));
		return {
			quoted:
				await ask(`select table_name as name from information_schema.tables where table_schema = 'public'
				union select column_name from information_schema.columns where table_schema = 'public'`),
			bare: await ask(`select attname as name from pg_constraint
				join pg_attribute on attrelid = conrelid and attnum = any (conkey) where contype = 'c'`),
		};
	} finally {
		await client.end();
	}
}
