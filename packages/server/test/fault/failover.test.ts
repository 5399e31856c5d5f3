// At length: it kills, cuts off or fills what the service needs.
/** The primary of a PostgreSQL fails, and its standby takes over. `npm run bench -- failover` repeats it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import type { Check } from "../../src/operations/examination/check.ts";
import { explainError } from "../../src/operator/cli/explain-error.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { type FailoverWorld, startFailoverWorld } from "../support/failover-drill.ts";
import { eventually } from "../support/interleave.ts";
import { type Cable, startCable } from "../support/postgres-cable.ts";
import { type PostgresCluster, startPostgres } from "../support/postgres-cluster.ts";
import type { Fault } from "../support/postgres-pair.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, TEST_SECRET, type TestService } from "../support/service.ts";

const run = createHostedRunner({ ...cheap, SALLYPORT_SECRET: TEST_SECRET });

/** What doctor says of the hosts and of the database. */
async function diagnose(url: string): Promise<string[]> {
	const { json } = await run("doctor --json", { more: { SALLYPORT_DATABASE_URL: url } });
	const { checks } = json() as { checks: Check[] };
	return checks
		.filter(({ name }) => name === "database host" || name === "database")
		.map(({ status, fact }) => `${status}: ${fact}`);
}

async function refusalOf(url: string) {
	const opened = await openDatabase(url);
	try {
		await opened.database.selectFrom("users").select("id").execute();
	} catch (error) {
		const { code, messages } = explainError(error);
		return { code, message: messages.join("\n") };
	} finally {
		await opened.close();
	}
	throw new Error("The database was opened.");
}

/** Says of every server that it is no standby, as a PgBouncer that was started when it was none. */
async function startForgetful() {
	let target = "";
	const sockets = new Set<Socket>();
	const pooler = createServer((near) => {
		const { hostname, port } = new URL(`tcp://${target}`);
		const far = connect(Number(port), hostname);
		for (const each of [near, far]) sockets.add(each.on("error", () => {}));
		near.pipe(far);
		far.on("data", (said) => {
			const [on, off] = ["S\0\0\0\x16in_hot_standby\0on\0", "S\0\0\0\x17in_hot_standby\0off\0"];
			near.write(said.toString("latin1").replace(on, off), "latin1");
		});
		near.on("close", () => far.destroy());
	}).listen(0, "127.0.0.1");
	await once(pooler, "listening");
	return {
		async before(host: string) {
			target = host;
			return `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
		},
		close() {
			for (const each of sockets) each.destroy();
			pooler.close();
		},
	};
}

describe("a PostgreSQL whose standby takes over", () => {
	let world: FailoverWorld;
	before(async () => {
		world = await startFailoverWorld();
	});
	after(() => world.stop());

	/** /readyz says which hosts there are when only the standby is left. */
	async function readyzSaysWhich(): Promise<void> {
		await eventually(async () => {
			const { body } = await operatorOf(world.two.instances[0]).get("/readyz");
			const states = Object.values(body?.hosts ?? {}).sort();
			return body?.status === "store_unavailable" && states.join() === "standby,unreachable";
		});
	}

	for (const fault of ["cut", "kill"] satisfies Fault[]) {
		it(`loses nothing acknowledged, accepts no ended session and serves again after a ${fault}`, async () => {
			const { statuses, acknowledged } = await world.drill(fault, readyzSaysWhich);
			const known = [200, 204, 401, 429, 503];
			assert.deepEqual(
				[...statuses.keys()].filter((status) => !known.includes(status)),
				[],
			);
			for (const [what, count] of Object.entries(acknowledged)) assert.ok(count > 0, what);
			await world.pair.rejoin();
		});
	}

	it("is refused in one line where only its standby is named, alone or beside a host that does not exist", async () => {
		const { url, hosts } = world.pair;
		// The first host is primary again after two failovers.
		const standby = url.replace(hosts.join(), hosts[1]);
		const lone = await refusalOf(standby);
		assert.deepEqual(lone, {
			code: "no_primary",
			message: `${hosts[1]} is a standby. Name the primary in the URL of the database.`,
		});
		const pair = url.replace(hosts.join(), `${hosts[1]},nowhere.invalid`);
		const { code, message } = await refusalOf(pair);
		assert.equal(code, "no_primary");
		const line = `None of the hosts takes writes: ${hosts[1]} is a standby; nowhere.invalid:5432 cannot be reached (getaddrinfo ENOTFOUND nowhere.invalid). Start the primary, or promote a standby.`;
		assert.equal(message, line);
		assert.deepEqual(await diagnose(pair), [`failed: ${line.slice(0, -1)}`]);
		await assert.rejects(startTestService({ databaseUrl: pair, settings: cheap }), { message: line });
	});

	it("is found behind a pooler that still says of both what it was told before the failover", async () => {
		const pooler = await startForgetful();
		const { url, hosts } = world.pair;
		const behind = url.replace(hosts.join(), `${await pooler.before(hosts[1])},${hosts[0]}`);
		const opened = await openDatabase(behind);
		try {
			await opened.database.selectFrom("users").select("id").execute();
			assert.deepEqual(
				opened.hosts?.seen().map(({ state }) => state),
				["standby", "primary"],
			);
		} finally {
			await opened.close();
			pooler.close();
		}
	});
});

describe("a database URL with several hosts", () => {
	const database = createTestDatabase("postgres", "migrated");
	let second: PostgresCluster;
	let cable: Cable;
	let service: TestService;
	let url: string;
	let hosts: [string, string];
	before(async () => {
		second = await startPostgres();
		cable = await startCable();
		const nowhere = new URL(cable.through("postgres://127.0.0.1:1/x")).host;
		const first = new URL(await database.url());
		hosts = [nowhere, first.host];
		url = first.href.replace(first.host, hosts.join());
		service = await startTestService({ databaseUrl: url, settings: cheap });
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		cable.close();
		await second.stop();
		await database.remove();
	});
	const readiness = async () => (await operatorOf(service).get("/readyz")).body;
	const unreachable = () => `${hosts[0]} cannot be reached (cut off)`;
	/** Which of the two it is depends on whether the end of the connection comes before the first word. */
	const cutOff = (text: string) =>
		text.replace(/Connection terminated unexpectedly|read ECONNRESET/, "cut off");

	it("is good with one primary; start, /readyz and doctor name the host that cannot be reached", async () => {
		assert.ok(service.running.warnings.map(cutOff).includes(`A host of the database: ${unreachable()}.`));
		const { status, hosts: seen } = (await readiness()) ?? {};
		assert.deepEqual([status, seen], ["ok", { [hosts[0]]: "unreachable", [hosts[1]]: "primary" }]);
		assert.deepEqual((await diagnose(url)).slice(0, 2).map(cutOff), [
			`warning: ${unreachable()}`,
			`ok: ${hosts[1]} is the primary`,
		]);
	});

	it("is bad with two primaries that were not promoted one after the other: no instance serves, until one is stopped", async () => {
		const name = new URL(await database.url()).pathname.slice(1);
		const client = new pg.Client({ connectionString: second.url("postgres") });
		await client.connect();
		await client.query(`create database ${name}`);
		await client.end();
		cable.through(second.url(name));
		await assert.rejects(service.running.deployment.opened.hosts?.look() ?? Promise.resolve(), {
			code: "two_primaries",
		});
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 503);
		service.travel(1000);
		const { status, hosts: seen } = (await readiness()) ?? {};
		assert.deepEqual([status, seen], ["store_unavailable", { [hosts[0]]: "primary", [hosts[1]]: "primary" }]);
		const line = `Two primaries: ${hosts.join(", ")}. Neither was promoted after the other, so it cannot be told which one has the data. Stop the wrong one`;
		assert.deepEqual(await diagnose(url), [`failed: ${line}`]);
		assert.deepEqual(await refusalOf(url), { code: "two_primaries", message: `${line}.` });
		await second.halt();
		await eventually(async () => (await service.visitor().logIn("ada", ADMIN_PASSWORD)).status === 200);
	});

	it("never shows its password", async () => {
		const { out } = await run("config", { more: { SALLYPORT_DATABASE_URL: url } });
		assert.match(out, new RegExp(`postgres://postgres:\\*\\*\\*@${hosts.join()}/`));
	});
});
