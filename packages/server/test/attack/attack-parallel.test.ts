// At length: it attacks with many requests at once.
/** Two hundred guesses at the same moment (CVE-2024-4629 and its kin): no more passwords are looked at than one by one. */
// Proves: guesses-of-strangers, attempts
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, onPostgres } from "../support/databases.ts";
import { addresses, atOnce, type Guess, spellings, tally } from "../support/parallel-guesses.ts";
import { assertProblem } from "../support/problem.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

const COUNT = 200;
const BUDGET = 10;
/** The username; guessers write it in every way. */
const name = "kéßtts";
/** So high that only the account counts. */
const anyAddress = { SALLYPORT_ADDRESS_FAILURES: "100000", SALLYPORT_CSRF_FAILURES: "100000" };

const wrong = (baseUrl: string, username: string): Guess => ({
	baseUrl,
	username,
	password: "not the password",
});

/** A 401 is a password that was looked at. None is let in, and the rest have to wait. */
function lookedAt(answers: Answer[]): number {
	const { invalid_credentials: looked = 0, ...others } = tally(answers);
	const waits = ["rate_limited", "overloaded", "store_unavailable"];
	assert.deepEqual(
		Object.keys(others).filter((code) => !waits.includes(code)),
		[],
	);
	return looked;
}

describe("two hundred wrong logins at once on one process", () => {
	const attack = async (settings: Record<string, string>, guesses: (service: TestService) => Guess[]) => {
		const service = await startTestService({ settings: { ...cheap, ...settings } });
		try {
			await service.addUser(name);
			const hashed = service.running.hasher.hashesDone();
			assert.equal(lookedAt(await atOnce(guesses(service))), BUDGET);
			assert.equal(service.running.hasher.hashesDone() - hashed, BUDGET);
			assertProblem(await service.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
		} finally {
			await service.stop();
		}
	};

	it("get ten passwords checked, however the name is spelled", () =>
		attack(anyAddress, ({ baseUrl }) => spellings(name, COUNT).map((each) => wrong(baseUrl, each))));

	it("get ten passwords checked, whatever address they claim and whatever name they try", () =>
		attack({ SALLYPORT_ADDRESS_FAILURES: String(BUDGET) }, ({ baseUrl }) =>
			addresses(COUNT).map((address, n) => ({
				...wrong(baseUrl, `name${n}`),
				headers: { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address },
			})),
		));
});

forEachDatabase("logins at once with the right password", (database) => {
	let service: TestService;
	// Twice the budget, so that some wait for others; and PostgreSQL is waited for two seconds, however busy the machine is.
	const count = database.dialect === "sqlite" ? COUNT / 2 : 2 * BUDGET;
	before(async () => {
		service = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, ...anyAddress, SALLYPORT_ACCOUNT_LOGINS: String(2 * COUNT) },
		});
	});
	after(() => service.stop());

	for (const who of ["unknown devices", "one known device"]) {
		it(`by ${who} are all let in, and leave nothing behind`, async () => {
			const username = who.replaceAll(" ", "-");
			await service.addUser(username);
			const { cookies } = who === "unknown devices" ? service.visitor() : await service.loggedIn(username);
			const headers = { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
			const right = { baseUrl: service.baseUrl, username, password: ADMIN_PASSWORD, headers };
			assert.deepEqual(tally(await atOnce(Array(count).fill(right))), { ok: count });
			for (let guess = 1; guess <= BUDGET; guess++)
				assert.deepEqual(tally(await atOnce([{ ...right, password: "wrong" }])), { invalid_credentials: 1 });
			assert.deepEqual(tally(await atOnce([right])), { rate_limited: 1 });
		});
	}
});

onPostgres("two hundred wrong logins at once on three instances", (database) => {
	const settings = {
		...anyAddress,
		SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		SALLYPORT_REFUSAL_FLOOR: "0s",
		// A hash that is late is a guess that counts, and no password that was looked at.
		SALLYPORT_HASH_DEADLINE: "30s",
		// However long a restart takes here.
		SALLYPORT_FAILURE_DELAY: "1h",
		SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
	};
	let instances: ServeProcess[] = [];
	let again: TestService | undefined;
	const pullThePlug = () => Promise.all(instances.splice(0).map((instance) => instance.kill()));
	before(async () => {
		const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser(name);
		await service.stop();
		const databaseUrl = await database.url();
		instances = await Promise.all([1, 2, 3].map(() => startServe({ databaseUrl, settings })));
	});
	after(async () => {
		await again?.stop();
		await pullThePlug();
	});

	/** In all spellings, each from another address, on all of these. */
	async function guess(at: ReadonlyArray<{ baseUrl: string }>): Promise<number> {
		const from = addresses(COUNT);
		const answers = await atOnce(
			spellings(name, COUNT).map((spelling, n) => ({
				...wrong(at[n % at.length]?.baseUrl ?? "", spelling),
				headers: { "x-forwarded-for": from[n] ?? "" },
			})),
		);
		return lookedAt(answers);
	}
	async function failuresOnRecord(): Promise<number> {
		const opened = await database.open();
		const events = opened.database.selectFrom("audit_events").select(["client_address"]);
		return (await events.where("event", "=", "authn_login_fail").execute()).length;
	}

	it("from two hundred addresses get ten passwords checked and recorded", async () => {
		assert.equal(await guess(instances), BUDGET);
		assert.equal(await failuresOnRecord(), BUDGET);
	});

	it("get none checked after all instances have crashed and one has come back", async () => {
		await pullThePlug();
		again = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, ...settings },
		});
		assert.equal(await guess([again]), 0);
		assert.equal(await failuresOnRecord(), BUDGET);
		assertProblem(await again.visitor().logIn(name, ADMIN_PASSWORD), "rate_limited");
	});
});
