// At length: it tries many sequences of steps at random.
/** Over random acts of a user, an attacker with the password and an operator: no session starts without all that is required. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";
import { acts, guessing, logIn, openings, passwords, type World } from "../support/two-step-acts.ts";

const DAY = 24 * 3_600_000;

onSqlite("two-step login", (database) => {
	let two: TwoInstances;
	before(async () => {
		const limits = {
			SALLYPORT_ACCOUNT_FAILURES: "1000",
			SALLYPORT_ADDRESS_FAILURES: "1000000",
			SALLYPORT_CSRF_FAILURES: "1000000",
			SALLYPORT_CONSECUTIVE_FAILURES: "10000",
			SALLYPORT_SECOND_FACTOR: "admins",
			SALLYPORT_SECOND_FACTOR_GRACE: "0s",
		};
		two = await startTwo(await database.url(), { ...cheap, ...limits });
	});
	after(() => two.stop());

	/** Codes of apps that were looked at and wrong, from unknown devices and since the last reset: at most forty in any 24 hours. */
	async function assertWithinBudget({ two, id, name, resetAt }: World, trace: string[]): Promise<void> {
		const failed = (await rowsOf(two.instances[0], "authn_factor_fail")).filter(
			({ user_id, time, detail }) =>
				user_id === id && time > resetAt && detail.known === null && detail.method === "totp",
		);
		for (const { time: from } of failed) {
			const { length } = failed.filter(({ time }) => time >= from && time <= from + DAY);
			assert.ok(length <= 40, `${name}: ${length} codes within a day: ${trace.join(", ")}`);
		}
	}

	/** What must hold after every act. */
	async function assertAllProven({ two, id, name, adminSince }: World, trace: string[]): Promise<void> {
		const { database } = two.instances[0].running.deployment.opened;
		const user = await database
			.selectFrom("users")
			.selectAll()
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		const sessions = await database
			.selectFrom("sessions")
			.selectAll()
			.where("user_id", "=", id)
			.where("ended_at", "is", null)
			.execute();
		const on = user.second_factor_at;
		const weak = sessions.filter(({ amr }) => !amr?.includes("mfa"));
		if (adminSince !== null)
			for (const session of weak)
				assert.ok(session.authenticated_at <= adminSince, `${name}: ${trace.join(", ")}`);
		if (on === null) return;
		// Only the one that has turned it on.
		assert.ok(weak.length <= 1, `${name}: ${trace.join(", ")}`);
		for (const session of weak) assert.ok(session.created_at <= on, `${name}: ${trace.join(", ")}`);
	}

	// Proves: two-step-demanded, code-budget
	it("starts no session without a second factor and looks at few wrong codes, whatever was done before, on two instances", async () => {
		let users = 0;
		const done = new Set<string>();
		const names = Object.keys(acts);
		const act = fc.tuple(fc.constantFrom(...names), fc.nat(11));
		const sequences = fc.array(act, { maxLength: 30, size: "+1" });
		const property = fc.asyncProperty(fc.constantFrom(...openings), sequences, async (opening, sequence) => {
			const name = `user${users++}`;
			const { id } = await two.instances[0].addUser(name);
			const password = passwords[0];
			const world: World = {
				two,
				name,
				id,
				password,
				browsers: [],
				challenged: [],
				apps: [],
				passkeys: [],
				adminSince: null,
				resetAt: 0,
			};
			await logIn(world, 1);
			const trace: string[] = [];
			for (const [what, pick] of [...opening, ...sequence]) {
				trace.push(`${what} ${pick}`);
				const answer = await acts[what]?.(world, pick);
				assert.ok((answer?.status ?? 200) < 500, `${trace.join(", ")}: ${answer?.text}`);
				if (answer?.status === 200) done.add(what);
				await assertAllProven(world, trace);
			}
			await assertWithinBudget(world, trace);
		});
		const examples = [...openings, guessing].map((opening): [typeof opening, []] => [opening, []]);
		await fc.assert(property, { examples, numRuns: 15, interruptAfterTimeLimit: 30_000 });
		for (const [what] of [...openings, guessing].flatMap((opening) => opening.slice(-1)))
			assert.ok(done.has(what), `never done: ${what}`);
	});
});
