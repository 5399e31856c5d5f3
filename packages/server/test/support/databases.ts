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
import { writeMigratedSqlite } from "./migrated-sqlite.ts";
import { type PostgresCluster, startPostgres } from "./postgres-cluster.ts";

export interface TestDatabase {
	dialect: Dialect;
	/** One database, the same at each call. Any number of processes may use it. */
	url(): Promise<string>;
	/** Migrated. Each call is another instance on the same database; all are closed when the database is removed. */
	open(): Promise<OpenedDatabase>;
	/** Closes and removes everything. */
	remove(): Promise<void>;
}

/** What a database holds before its first use: nothing, or all tables without rows. */
type Beginning = "empty" | "migrated";

type Suite = (database: TestDatabase) => void;

/** Runs a suite once on SQLite and once on PostgreSQL, each with a fresh database that goes when the suite ends. */
export const forEachDatabase = (name: string, suite: Suite) => runOnBoth(name, suite, "migrated");

/** The same, for what happens at the first start. */
export const forEachEmptyDatabase = (name: string, suite: Suite) => runOnBoth(name, suite, "empty");

/**
 * On one database alone: what it is about is decided by no statement, or by statements that another suite gives to the other
 * database. Each statement runs on PostgreSQL in service/postgres-features.test.ts.
 */
export const onSqlite = (name: string, suite: Suite) => describeOn("sqlite", name, suite, "migrated");
export const onPostgres = (name: string, suite: Suite) => describeOn("postgres", name, suite, "migrated");

/** A suite that runs on both databases sees both, a deployment at the root and one below a path, without running four times. */
export const prefixOn = ({ dialect }: TestDatabase) => (dialect === "sqlite" ? "" : "/login");

export const onEmptyPostgres = (name: string, suite: Suite) => describeOn("postgres", name, suite, "empty");

function runOnBoth(name: string, suite: Suite, beginning: Beginning): void {
	for (const dialect of ["sqlite", "postgres"] as const)
		describeOn(dialect, `${name} (${dialect})`, suite, beginning);
}

function describeOn(dialect: Dialect, name: string, suite: Suite, beginning: Beginning): void {
	describe(name, () => {
		const database = createTestDatabase(dialect, beginning);
		suite(database);
		// Last, so that what the suite itself takes down still has its database.
		after(() => database.remove());
	});
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
export function createTestDatabase(dialect: Dialect, beginning: Beginning = "empty"): TestDatabase {
	const opened: OpenedDatabase[] = [];
	let made: Promise<Place> | undefined;
	const place = () => {
		made ??= dialect === "sqlite" ? makeSqlite(beginning) : makePostgres(beginning);
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

async function makeSqlite(beginning: Beginning): Promise<Place> {
	const folder = newDatabaseFolder();
	const file = join(folder, "test.db");
	if (beginning === "migrated") await writeMigratedSqlite(file);
	return {
		url: `sqlite:${file}`,
		remove: async () => rmSync(folder, { recursive: true, force: true }),
	};
}

let cluster: Promise<PostgresCluster> | undefined;
let office: pg.Pool | undefined;

/** Its databases are copied from it: migrated once per process. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
	const database = createTestDatabase("postgres");
	const opened = await database.open();
	// A database is not copied while it is in use.
	await opened.close();
	// Not by `after`, which would be of the suite that comes first.
	process.once("beforeExit", database.remove);
	return new URL(await database.url()).pathname.slice(1);
}

async function makePostgres(beginning: Beginning): Promise<Place> {
	const { TEST_POSTGRES_URL: given } = process.env;
	cluster ??= given === undefined ? startPostgres() : Promise.resolve(existing(given));
	const { url } = await cluster;
	const name = `sallyport_${randomBytes(6).toString("hex")}`;
	if (beginning === "migrated") template ??= makeTemplate();
	const from = beginning === "migrated" ? await template : "template1";
	// Copied in files, it leaves no pages behind that its end would have to look for.
	await administer(given ?? url("postgres"), `create database ${name} template ${from} strategy file_copy`);
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
		folder: "",
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

/** One connection makes and removes all: each costs PostgreSQL a process. An idle one keeps nothing from ending. */
function administer(url: string, statement: string): Promise<unknown> {
	office ??= new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
	// Its server may go first.
	if (office.listenerCount("error") === 0) office.on("error", () => {});
	return office.query(statement);
}
