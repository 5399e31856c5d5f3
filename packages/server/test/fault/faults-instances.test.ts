// At length: it kills, cuts off or fills what the service needs.
/** Three instances behind a load balancer, of which one dies in the middle of its work, or all are stopped one after the other. */
import assert from "node:assert/strict";
import { after, afterEach, before, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { cheap } from "../support/cheap-hashing.ts";
import { createLoad } from "../support/crash-load.ts";
import { assertRowsAgree } from "../support/crash-rows.ts";
import { onPostgres } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { type RoundRobin, startRoundRobin } from "../support/round-robin.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { ADMIN_PASSWORD, freePort, startTestService } from "../support/service.ts";
import { startThree, type ThreeInstances } from "../support/three-instances.ts";
import { createVisitor } from "../support/visitor.ts";

const settings = {
	// Guesses and many sessions belong to the load here.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ACCOUNT_LOGINS: "100000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_CSRF_FAILURES: "1000000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "10000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "100000",
	SALLYPORT_RENEWAL_GRACE: "5m",
	SALLYPORT_HASH_DEADLINE: "60s",
	SALLYPORT_STOP_TIMEOUT: "1m",
};
const names = ["ada", "ben", "cleo", "dan"];
const { CRASH_SEED: given } = process.env;

onPostgres("three instances under load", (database) => {
	const random = seededRandom(given === undefined ? Date.now() % 1_000_000 : Number(given));
	let port: number;
	let three: ThreeInstances;
	const all: ThreeInstances[] = [];
	const start = async (more: Record<string, string>) => {
		three = await startThree(await database.url(), { baseUrl: `http://localhost:${port}`, settings: more });
		all.push(three);
	};
	let balancer: RoundRobin | undefined;
	afterEach(() => balancer?.stop());
	before(async () => {
		port = await freePort();
		const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		for (const name of names) await service.addUser(name);
		await service.stop();
		await start(settings);
	});
	after(async () => {
		await Promise.all(all.map((each) => each.kill()));
	});

	it(`lose nothing acknowledged when one of them is killed (CRASH_SEED=${random.seed})`, async () => {
		const front = await startRoundRobin({ addresses: three.addresses, port });
		balancer = front;
		const load = createLoad({ baseUrl: front.baseUrl, random, names, password: ADMIN_PASSWORD });
		const victim = random.below(3);
		let left = 10 + random.below(40);
		await load.run(
			() => {
				left -= 1;
				if (left === 0) three.processes[victim]?.child.kill("SIGKILL");
				// The other instances have continued without it; then all are cut off, so that the load ends.
				if (left === -30) void front.stop();
			},
			// The instance that is killed may hold a request of each user.
			() => left <= -30,
		);
		assert.equal(await three.processes[victim]?.ended, "SIGKILL");
		assert.ok(left <= -30, "the other instances did not continue");
		// A client that was cut off does not know what became of its change: after the restart it is done or undone.
		const others = three.processes.filter((_, instance) => instance !== victim);
		for (const each of others) assert.equal(await each.end("SIGTERM"), 0, each.printed());
		const again = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, ...settings, SALLYPORT_BASE_URL: front.baseUrl, SALLYPORT_PORT: String(port) },
		});
		try {
			await load.assertKept();
		} finally {
			await again.stop();
		}
		await assertRowsAgree(await database.url(), load);
	});

	it("lose no request when they are stopped one after the other, as the load balancer learns of it", async () => {
		await start({ ...settings, SALLYPORT_STOP_DELAY: "2s" });
		const front = await startRoundRobin({ addresses: three.addresses, port });
		balancer = front;
		let isOver = false;
		const statuses = new Set<number>();
		const walk = async (name: string) => {
			const person = createVisitor(front.baseUrl);
			while (!isOver) {
				// Two seconds of as many requests as it can send would prove no more.
				await setTimeout(100);
				// What is lost is counted by the load balancer.
				for (const path of ["/api/auth/csrf", "/login", "/api/auth/session"])
					statuses.add(
						await person.get(path).then(
							({ status }) => status,
							() => 0,
						),
					);
				statuses.add(
					await person.logIn(name, "not the password").then(
						({ status }) => status,
						() => 0,
					),
				);
			}
		};
		const walks = ["w1", "w2", "w3", "w4"].map(walk);
		const total = () => front.answered.reduce((sum, each) => sum + each);
		for (const [instance, stopping] of three.processes.slice(0, 2).entries()) {
			const before = total();
			await eventually(async () => total() > before + 30);
			const readiness = createVisitor(`http://127.0.0.1:${stopping.operationsPort}`);
			assert.equal((await readiness.get("/readyz")).status, 200);
			stopping.child.kill("SIGTERM");
			await eventually(async () => (await readiness.get("/readyz")).body?.status === "stopping");
			front.leaveOut(instance);
			assert.equal(await stopping.ended, 0, stopping.printed());
		}
		isOver = true;
		await Promise.all(walks);
		assert.deepEqual(front.lost, []);
		assert.deepEqual([...statuses].sort(), [200, 401]);
	});
});
