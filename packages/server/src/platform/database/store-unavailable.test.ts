import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it, type TestContext } from "node:test";
import { sql } from "kysely";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { startPostgres } from "../../../test/support/postgres-cluster.ts";
import { inTransaction } from "./in-transaction.ts";
import { openDatabase } from "./open.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import type { Database } from "./tables.ts";

const ask = (database: Database) => sql`select 1`.execute(database);

describe("a PostgreSQL that cannot answer", { concurrency: true }, () => {
	const start = async (context: TestContext) => {
		const cluster = await startPostgres();
		context.after(cluster.stop);
		return cluster;
	};
	const open = async (context: TestContext, url: string) => {
		const { database, close } = await openDatabase(url);
		context.after(close);
		return database;
	};
	const listen = async (context: TestContext, connected: (socket: Socket) => void) => {
		const sockets: Socket[] = [];
		const server = createServer((socket) => {
			sockets.push(socket.on("error", () => {}));
			connected(socket);
		}).listen(0, "127.0.0.1");
		context.after(() => {
			server.close();
			for (const socket of sockets) socket.destroy();
		});
		await once(server, "listening");
		const address = server.address();
		assert.ok(address !== null && typeof address === "object");
		return address.port;
	};

	it("is unavailable while it is down, and the process lives on", async (context) => {
		const cluster = await start(context);
		const database = await open(context, cluster.url("postgres"));
		await ask(database);
		const interrupted = inTransaction(database, async (queries) => {
			await sql`select 1`.execute(queries);
			await cluster.stop();
			await sql`select 2`.execute(queries);
		});
		await assert.rejects(interrupted, isStoreUnavailable);
		await assert.rejects(ask(database), isStoreUnavailable);
		await assert.rejects(
			inTransaction(database, (queries) => sql`select 1`.execute(queries)),
			isStoreUnavailable,
		);
	});

	it("is unavailable when it accepts connections and then says nothing", async (context) => {
		const port = await listen(context, () => {});
		const database = await open(context, `postgres://user:password@127.0.0.1:${port}/x`);
		await assert.rejects(ask(database), isStoreUnavailable);
	});

	it("is unavailable when it vanishes from the network, and available when it is back", async (context) => {
		const cluster = await start(context);
		const url = new URL(cluster.url("postgres"));
		const cables: { near: Socket; far: Socket }[] = [];
		const { hostname, port } = url;
		const between = await listen(context, (near) => {
			const far = connect(Number(port), hostname).on("error", () => {});
			near.pipe(far).pipe(near);
			cables.push({ near, far });
		});
		context.after(() => cables.map(({ far }) => far.destroy()));
		url.port = String(between);
		const database = await open(context, url.href);
		await ask(database);
		// Neither end hears of it, as with a pulled cable.
		for (const { near, far } of cables) near.unpipe(far);
		await assert.rejects(ask(database), isStoreUnavailable);
		await ask(database);
	});

	it("is unavailable without its name, without TLS that was required, without the right password", async (context) => {
		const cluster = await start(context);
		const right = new URL(cluster.url("postgres"));
		const wrong = [
			cluster.url("missing"),
			`${right.href}?sslmode=verify-full`,
			Object.assign(new URL(right), { password: "wrong" }).href,
			"postgres://user@nowhere.invalid/x?sslmode=disable",
			"postgres:///x?host=/nonexistent",
		];
		for (const url of wrong) await assert.rejects(ask(await open(context, url)), isStoreUnavailable, url);
	});

	it("is unavailable without a password, says so in words of its own, and is waited for no longer", async (context) => {
		const cluster = await start(context);
		const url = Object.assign(new URL(cluster.url("postgres")), { password: "" });
		const { hostname, port } = url;
		const ended = Promise.withResolvers<void>();
		const between = await listen(context, (near) => {
			// It never ends what comes from us, as a server does for a minute.
			const far = connect(Number(port), hostname).on("error", () => {});
			far.pipe(near, { end: false });
			near.pipe(far);
			near.on("close", () => ended.resolve());
		});
		url.port = String(between);
		const line = `${url.host} requires a password, and the URL of the database has none: postgres://user:password@host:5432/database`;
		const refused = ask(await open(context, url.href));
		await assert.rejects(refused, { code: "database_password_missing", message: line });
		await assert.rejects(refused, isStoreUnavailable);
		await ended.promise;
	});

	it("is unavailable to a query that takes too long, and available to the next", async (context) => {
		const cluster = await start(context);
		const database = await open(context, cluster.url("postgres"));
		await assert.rejects(sql`select pg_sleep(60)`.execute(database), isStoreUnavailable);
		await ask(database);
	});
});

describe("a SQLite file that cannot answer", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
	after(() => rmSync(folder, { recursive: true, force: true }));
	const open = (file: string) => openDatabase(`sqlite:${join(folder, file)}`);

	it("is unavailable where no file can be made", async () => {
		writeFileSync(join(folder, "file"), "");
		await assert.rejects(open("file/x.db"), isStoreUnavailable);
		await assert.rejects(open("."), isStoreUnavailable);
	});

	it("is unavailable if it is no database", async () => {
		writeFileSync(
			join(folder, "text.db"),
			"This is no database, but long enough to look like a file. ".repeat(100),
		);
		await assert.rejects(open("text.db"), isStoreUnavailable);
	});

	it("is unavailable while another process keeps it locked, and available again after", async () => {
		const { database, close } = await open("locked.db");
		await sql`create table t (n integer) strict`.execute(database);
		const other = new DatabaseSync(join(folder, "locked.db"));
		other.exec("begin immediate");
		await assert.rejects(sql`insert into t values (1)`.execute(database), isStoreUnavailable);
		await ask(database);
		other.exec("rollback");
		await sql`insert into t values (1)`.execute(database);
		other.close();
		await close();
	});

	it("is unavailable when the disk is full", async () => {
		const { database, close } = await open("full.db");
		await sql`create table t (n blob) strict`.execute(database);
		await sql`pragma max_page_count = 5`.execute(database);
		const fill = inTransaction(database, (queries) =>
			sql`insert into t values (randomblob(1000000))`.execute(queries),
		);
		await assert.rejects(fill, isStoreUnavailable);
		await ask(database);
		await close();
	});

	it("is unavailable when it cannot be written", {
		skip: process.getuid?.() === 0 && "root writes everything",
	}, async () => {
		const made = await open("readonly.db");
		await sql`create table t (n integer) strict`.execute(made.database);
		await made.close();
		chmodSync(join(folder, "readonly.db"), 0o400);
		await assert.rejects(open("readonly.db"), isStoreUnavailable);
	});
});

forEachDatabase("a wrong statement", ({ open }) => {
	it("does not count as an unavailable store", async () => {
		const { database } = await open();
		const wrong = [
			sql`select from where`,
			sql`select * from nowhere`,
			sql`insert into deployment values (null, null)`,
		];
		for (const query of wrong)
			await assert.rejects(query.execute(database), (error) => !isStoreUnavailable(error));
		assert.equal(isStoreUnavailable(new Error("anything else")), false);
		assert.equal(isStoreUnavailable("no error"), false);
		assert.equal(
			isStoreUnavailable(Object.assign(new Error("a file"), { code: "ENOENT", syscall: "open" })),
			false,
		);
	});
});
