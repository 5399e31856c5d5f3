// At length: it kills, cuts off or fills what the service needs.
/**
 * A process that is killed in the middle of its work, CRASH_ROUNDS times. The moment is random; CRASH_SEED repeats a
 * run as far as two processes can be repeated.
 */

import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { openDeployment } from "#open-deployment";
import { createPasswordHasher } from "../../src/identity/password/hash.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { tokenOf } from "../support/administration.ts";
import { createLoad } from "../support/crash-load.ts";
import { assertRowsAgree } from "../support/crash-rows.ts";
import { forEachEmptyDatabase } from "../support/databases.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";
import { freePort } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const password = "correct horse battery staple";
const settings = {
	SALLYPORT_SECRET: "a secret of this test, long enough to be one",
	SALLYPORT_LOG_LEVEL: "info",
	// Guesses and many sessions belong to the load here.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ACCOUNT_LOGINS: "100000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_COOKIE_SESSIONS_PER_USER: "10000",
	SALLYPORT_TOKEN_SESSIONS_PER_USER: "100000",
	SALLYPORT_RENEWAL_GRACE: "5m",
	// However busy the machine is.
	SALLYPORT_HASH_DEADLINE: "60s",
};

const { CRASH_SEED: given, CRASH_ROUNDS: rounds = "1" } = process.env;

forEachEmptyDatabase("a service that is killed", (database) => {
	const random = seededRandom(given === undefined ? Date.now() % 1_000_000 : Number(given));

	it(`keeps everything it acknowledged, and nothing half done (CRASH_SEED=${random.seed})`, async () => {
		const databaseUrl = await database.url();
		const ports: [number, number] = [await freePort(), await freePort()];
		const restart = () => startServe({ databaseUrl, settings, ports });
		let service = await restart();
		const link = tokenOf(service.setupLink);
		await service.kill();
		service = await restart();
		try {
			assert.equal(tokenOf(service.setupLink), link);
			const names = ["ada", "ben", "cleo", "dan"];
			await addUsers(databaseUrl, names);
			const load = createLoad({ baseUrl: service.baseUrl, random, names, password });
			const keys = await publishedKeys(service);
			for (let round = 1; round <= Number(rounds); round++) {
				await Promise.all([load.run(killLater(service, random)), service.ended]);
				assert.equal(await service.ended, "SIGKILL", service.printed());
				await assertRowsAgree(databaseUrl, load);
				service = await restart();
				assert.equal(await publishedKeys(service), keys);
				await load.assertKept();
			}
			const admin = await createVisitor(service.baseUrl).post("/api/auth/setup/check", { token: link });
			assert.equal(admin.status, 204, admin.text);
			assert.equal(await service.end("SIGTERM"), 0);
		} finally {
			await service.kill();
		}
	});
});

/** Logged right after what they tell of was committed, and before it is answered. */
const events = [
	"session_created",
	"authn_token_created",
	"authn_login_fail",
	"session_renewed",
	"authn_password_change",
	"session_ended",
	"authn_token_revoked",
];

/** Chooses a moment: after so many answers, events of one kind, or turns of our own loop. */
function killLater({ child }: ServeProcess, random: SeededRandom): () => void {
	const way = random.pick(["answers", "events", "turns"]);
	let left = 1 + random.below({ answers: 40, events: 6, turns: 400 }[way] ?? 1);
	const count = () => {
		left -= 1;
		if (left === 0) child.kill("SIGKILL");
	};
	if (way === "events") {
		const event = `"event":"${random.pick(events)}"`;
		child.stdout.on("data", (chunk: string) => chunk.split(event).slice(1).forEach(count));
	}
	if (way === "turns") void passTurns(count, () => left > 0 && child.exitCode === null);
	return way === "answers" ? count : () => {};
}

async function passTurns(count: () => void, goOn: () => boolean): Promise<void> {
	while (goOn()) {
		await turn();
		count();
	}
}

async function publishedKeys({ baseUrl }: ServeProcess): Promise<string> {
	return (await createVisitor(baseUrl).get("/.well-known/jwks.json")).text;
}

async function addUsers(databaseUrl: string, names: string[]): Promise<void> {
	const config = loadConfig({ ...settings, SALLYPORT_DATABASE_URL: databaseUrl });
	const silent = { info() {}, warn() {}, error() {} };
	const surroundings = { config, clock: systemClock, random: systemRandom, log: silent };
	const deployment = await openDeployment(surroundings);
	const parameters = { memory: 64, passes: 1, parallelism: 1 };
	const hasher = createPasswordHasher({ threads: 1, parameters, queueLimit: 1, deadline: 10_000 });
	const { users } = deployment.administration;
	const passwordHash = await hasher.hash(password);
	for (const name of names) await users.add({ name, role: "user", passwordHash });
	await hasher.close();
	await deployment.close();
}
