/**
 * Who gets at the only hashing thread when all want it at once: real logins from several addresses. They arrive while that
 * thread is held; who was served is read from what they are answered, and in which order.
 */
// Proves: hashing-queue
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { holdThreads } from "../support/hold-threads.ts";
import { eventually } from "../support/interleave.ts";
import { scrape } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";
import { type Answer, createVisitor, type Visitor } from "../support/visitor.ts";

async function startBusy(context: TestContext, more: Record<string, string> = {}) {
	const service = await startTestService({
		settings: {
			SALLYPORT_HASH_MEMORY: "1024",
			SALLYPORT_HASH_PASSES: "4",
			SALLYPORT_HASH_THREADS: "1",
			SALLYPORT_HASH_DEADLINE: "60s",
			SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
			...more,
		},
	});
	context.after(() => service.stop());
	const { hasher } = service.running;
	/** Who was answered, in that order. */
	const answered: string[] = [];
	const refusals: Answer[] = [];
	const underWay: Array<Promise<void>> = [];
	let names = 0;

	function arrive(name: string, login: Promise<Answer>): void {
		const end = login.then((answer) => {
			if (answer.status === 503) refusals.push(answer);
			else answered.push(name);
		});
		underWay.push(end);
	}

	return {
		service,
		answered,
		refusals,
		arrive,
		/** A visitor of this address that holds a CSRF token already. */
		async at(address: string): Promise<Visitor> {
			// To look up a name takes a thread.
			const visitor = createVisitor(`http://127.0.0.1:${service.port}`, { "x-forwarded-for": address });
			await visitor.get("/api/auth/csrf");
			return visitor;
		},
		/** A wrong password for a name of its own: answered 401 when it was looked at. */
		guess(name: string, visitor: Visitor): void {
			names += 1;
			arrive(name, visitor.logIn(`name${names}`, "not the password"));
		},
		/** From now on every login waits, until `arrivals` have come and all have been answered. */
		async busy(arrivals: () => Promise<void>): Promise<void> {
			const letGo = holdThreads();
			const first = hasher.hash("any");
			try {
				await arrivals();
			} finally {
				await letGo();
			}
			await Promise.all([first, ...underWay]);
		},
		until: (condition: () => boolean) => eventually(async () => condition()),
		waiting: () => hasher.waiting(),
	};
}

it("known devices get three starts of four, and waiting unknown devices the fourth", async (context) => {
	const { service, answered, refusals, arrive, at, busy, until, waiting } = await startBusy(context);
	const [knownCount, unknownCount] = [40, 5];
	for (let number = 0; number < knownCount + unknownCount; number++) await service.addUser(`user${number}`);
	const known = await Promise.all(
		Array.from({ length: knownCount }, async (_, number) => {
			const visitor = await at("192.0.2.1");
			assert.equal((await visitor.logIn(`user${number}`, ADMIN_PASSWORD, { session: true })).status, 200);
			return visitor;
		}),
	);
	const unknown = await Promise.all(
		Array.from({ length: unknownCount }, (_, number) => at(`198.51.100.${number}`)),
	);
	await busy(async () => {
		for (const [number, visitor] of known.entries())
			arrive("known", visitor.logIn(`user${number}`, ADMIN_PASSWORD));
		await until(() => waiting().known >= knownCount);
		for (const [number, visitor] of unknown.entries())
			arrive("unknown", visitor.logIn(`user${knownCount + number}`, ADMIN_PASSWORD));
		await until(() => waiting().quiet === unknownCount);
	});
	assert.equal(refusals.length, 0);
	const before = answered.slice(0, answered.lastIndexOf("unknown")).filter((name) => name === "known");
	// Answers may overtake each other, by a few.
	assert.ok(
		before.length <= 3 * unknownCount + 5,
		`${before.length} known devices went before five unknown ones`,
	);
	assert.ok(before.length >= 3 * unknownCount - 5, `known devices wait for unknown ones: ${before.length}`);
});

it("an address that has failed gets one start of four among unknown devices", async (context) => {
	const { answered, at, guess, busy, until, waiting } = await startBusy(context);
	const suspect = await at("192.0.2.1");
	for (let failure = 1; failure <= 6; failure++) await suspect.logIn(`gone${failure}`, "not the password");
	const quiet = await Promise.all(Array.from({ length: 30 }, (_, number) => at(`198.51.100.${number}`)));
	await busy(async () => {
		for (const visitor of quiet) guess("quiet", visitor);
		await until(() => waiting().quiet === quiet.length);
		for (let number = 1; number <= 4; number++) guess("suspect", suspect);
		await until(() => waiting().suspect === 4);
	});
	const before = answered.slice(0, answered.lastIndexOf("suspect")).filter((name) => name === "quiet");
	assert.ok(before.length <= 12 + 5, `${before.length} quiet addresses went before four of the suspect one`);
});

// Proves: full-queue
it("a lane whose places are all taken by other addresses admits newcomers by lot", async (context) => {
	const { service, answered, refusals, at, guess, busy, until, waiting } = await startBusy(context, {
		SALLYPORT_HASH_QUEUE: "8",
	});
	const first = await Promise.all(Array.from({ length: 8 }, (_, number) => at(`192.0.2.${number}`)));
	const newcomers = await Promise.all(Array.from({ length: 24 }, (_, number) => at(`198.51.100.${number}`)));
	await busy(async () => {
		for (const visitor of first) guess("first", visitor);
		await until(() => waiting().quiet === first.length);
		for (const [number, visitor] of newcomers.entries()) {
			guess("newcomer", visitor);
			await until(() => refusals.length === number + 1);
		}
	});
	// Each of 32 has the same chance of eight places: that the first keep them all happens once in ten million.
	assert.equal(answered.length, 8);
	assert.ok(answered.includes("newcomer"));
	// Most lose before a row is read for them; each that is counted draws better than eight others, once in 10^7 all do.
	const counted = (await scrape(service)).value('sallyport_throttle_decisions_total{decision="allowed"}');
	assert.ok(counted < 32, "newcomers are refused before they are counted");
});

// Proves: full-queue
it("all addresses of one /48 share the turns and the places of one network", async (context) => {
	const { answered, refusals, at, guess, busy, until, waiting } = await startBusy(context, {
		SALLYPORT_HASH_QUEUE: "24",
	});
	const crowd = await Promise.all(Array.from({ length: 24 }, (_, number) => at(`2001:db8:1:${number}::1`)));
	const others = await Promise.all(
		["192.0.2.1", "192.0.2.2", "2001:db8:2::1", "2001:db8:3::1"].map((address) => at(address)),
	);
	await busy(async () => {
		for (const visitor of crowd) guess("crowd", visitor);
		await until(() => waiting().quiet === crowd.length);
		for (const visitor of others) guess("other", visitor);
		await until(() => refusals.length === others.length);
	});
	assert.equal(answered.filter((name) => name === "other").length, others.length, "each found a place");
	const before = answered.slice(0, answered.lastIndexOf("other")).filter((name) => name === "crowd");
	assert.ok(before.length <= 1 + 5, `${before.length} of one network went before four others`);
});
