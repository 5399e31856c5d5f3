/** The tables of migrations: which ran, and which instance is running them now. */
import { type Kysely, sql, type Transaction } from "kysely";
import { hasCode, isUniqueViolation } from "../error-codes.ts";
import type { OpenedDatabase } from "../open.ts";
import type { Tables } from "../tables.ts";

export interface MigrationTables extends Tables {
	schema_migrations: { name: string; applied_at: number };
	/** One row while an instance migrates. */
	schema_lock: { name: string; holder: string; expires_at: number };
}

export function withMigrationTables(opened: OpenedDatabase): Kysely<MigrationTables> {
	return opened.maintenance.$extendTables<Omit<MigrationTables, keyof Tables>>();
}

/** Names in the order of their numbers; empty if the database has never been migrated. */
export async function recordedMigrations(
	queries: Kysely<MigrationTables> | Transaction<MigrationTables>,
): Promise<string[]> {
	try {
		const rows = await queries.selectFrom("schema_migrations").select("name").execute();
		return rows.map((row) => row.name).sort();
	} catch (error) {
		if (isMissingTable(error)) return [];
		throw error;
	}
}

const records = sql`create table if not exists "schema_migrations" (
	"name" text not null primary key,
	"applied_at" bigint not null
)`;
const lock = sql`create table if not exists "schema_lock" (
	"name" text not null primary key,
	"holder" text not null,
	"expires_at" bigint not null
)`;

export async function ensureMigrationTables(database: Kysely<MigrationTables>): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await records.execute(database);
			await lock.execute(database);
			return;
		} catch (error) {
			// PostgreSQL, when two instances create the same table, or its row type, at once: "if not exists" does not help.
			if (attempt === 10 || !(isUniqueViolation(error) || hasCode(error, "42P07", "42710", "40001", "XX000")))
				throw error;
		}
	}
}

function isMissingTable(error: unknown): boolean {
	return (
		hasCode(error, "42P01") ||
		(error instanceof Error && error.message === "no such table: schema_migrations")
	);
}
