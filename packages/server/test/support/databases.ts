/**
 * The same suite on both databases: SQLite in a temporary folder, and a real PostgreSQL that is started once per test
 * process and goes with it. TEST_POSTGRES_URL names a running server to use instead.
 */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe } from "node:test";
import type { Kysely } from "kysely";
import pg from "pg";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { type Dialect, type OpenedDatabase, openDatabase } from "../../src/platform/database/open.ts";
import type { Tables } from "../../src/platform/database/tables.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { newDatabaseFolder } from "./database-folder.ts";
import { type PostgresCluster, startPostgres } from "./postgres-cluster.ts";

export interface TestDatabase {
	dialect: Dialect;
	/** One database, the same at each call; empty until it is opened by `open`. Any number of processes may use it. */
	url(): Promise<string>;
	/** Migrated. Each call is another instance on the same database; all are closed when the database is removed. */
	open(): Promise<OpenedDatabase>;
	/** Closes and removes everything. */
	remove(): Promise<void>;
}

/** Runs a suite once on SQLite and once on PostgreSQL, each with a fresh database that goes when the suite ends. */
export function forEachDatabase(name: string, suite: (database: TestDatabase) => void): void {
	for (const dialect of ["sqlite", "postgres"] as const) {
		describe(`${name} (${dialect})`, () => {
			const database = createTestDatabase(dialect);
			suite(database);
			// Last, so that what the suite itself takes down still has its database.
			after(() => database.remove());
		});
	}
}

/** All of the work on one connection of the pool, for it is connections that PostgreSQL prepares statements for. */
export async function onOneConnection(
	database: TestDatabase,
	work: (queries: Kysely<Tables>) => Promise<void>,
): Promise<void> {
	const opened = await database.open();
	await opened.database.connection().execute(work);
}

/** A fresh database outside of forEachDatabase; nothing is started before it is used. */
export function createTestDatabase(dialect: Dialect): TestDatabase {
	const make = dialect === "sqlite" ? makeSqlite : makePostgres;
	const opened: OpenedDatabase[] = [];
	let made: Promise<Place> | undefined;
	const place = () => {
		made ??= make();
		return made;
	};
	const url = async () => (await place()).url;
	return {
		dialect,
		url,
		open: async () => {
			const database = await openDatabase(await url());
			opened.push(database);
			await migrate(database, { clock: systemClock });
			return database;
		},
		remove: async () => {
			await Promise.all(opened.splice(0).map((database) => database.close()));
			await (await made)?.remove();
		},
	};
}

interface Place {
	url: string;
	remove(): Promise<void>;
}

async function makeSqlite(): Promise<Place> {
	const folder = newDatabaseFolder();
	return {
		url: `sqlite:${join(folder, "test.db")}`,
		remove: async () => rmSync(folder, { recursive: true, force: true }),
	};
}

let cluster: Promise<PostgresCluster> | undefined;

async function makePostgres(): Promise<Place> {
	const { TEST_POSTGRES_URL: given } = process.env;
	cluster ??= given === undefined ? startPostgres() : Promise.resolve(existing(given));
	const { url } = await cluster;
	const name = `sallyport_${randomBytes(6).toString("hex")}`;
	// Copied in files, it leaves no pages behind that its end would have to look for.
	await administer(given ?? url("postgres"), `create database ${name} strategy file_copy`);
	return {
		url: url(name),
		remove: async () => {
			// A server of our own goes as a whole.
			if (given !== undefined) await administer(given, `drop database if exists ${name} with (force)`);
		},
	};
}

const notOurs = () => Promise.reject(new Error("This PostgreSQL is not ours."));

function existing(given: string): PostgresCluster {
	return {
		url: (database) => {
			const url = new URL(given);
			url.pathname = `/${database}`;
			return url.href;
		},
		halt: notOurs,
		resume: notOurs,
		stop: async () => {},
	};
}

async function administer(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
