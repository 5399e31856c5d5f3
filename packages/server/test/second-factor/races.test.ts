// At length: it races many requests at two instances.
/** A code, a challenge and a passkey's answer are good once, whatever arrives at once at two instances. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { answerChallenge } from "../support/authenticator.ts";
import { forEachDatabase } from "../support/databases.ts";
import { beforeNext } from "../support/interleave.ts";
import { tally } from "../support/parallel-guesses.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { addPasskey } from "../support/software-authenticator.ts";
import { createTwoStepWorld, type TwoStepUser } from "../support/two-step-world.ts";
import type { Answer } from "../support/visitor.ts";

forEachDatabase("at two instances at once", (database) => {
	const world = createTwoStepWorld(database);
	const { at, as, newUser, sessionsOf } = world;
	const times = <Result>(count: number, send: (turn: number) => Promise<Result>): Promise<Result[]> =>
		Promise.all(Array.from({ length: count }, (_, turn) => send(turn)));

	/** Twice as many as the connections of both instances: more would wait in line, not race. */
	const MANY = 40;

	/** What is good once, in whichever of so many requests. */
	type Make = (user: TwoStepUser, count: number) => Promise<(turn: number) => Promise<Answer>>;
	const once: Array<[what: string, make: Make]> = [
		[
			"code of the app",
			async ({ name, app }, count) => {
				const challenged = await times(count, async (turn) => {
					const visitor = at(turn);
					return { visitor, refused: await visitor.logIn(name, ADMIN_PASSWORD) };
				});
				const code = app.next();
				return (turn) => {
					const { visitor, refused } = challenged[turn] ?? assert.fail();
					return answerChallenge(visitor, refused, code);
				};
			},
		],
		[
			"recovery code",
			async ({ name, app }) => {
				const [code] = app.recoveryCodes;
				return (turn) => at(turn).logIn(name, ADMIN_PASSWORD, { code });
			},
		],
		[
			"challenge, with every code there is,",
			async ({ name, app }) => {
				const page = at(0);
				const refused = await page.logIn(name, ADMIN_PASSWORD);
				const codes = [app.next(), ...app.recoveryCodes];
				return (turn) => answerChallenge(as(page, turn), refused, codes[turn % codes.length] ?? "");
			},
		],
		[
			"answer of a passkey that does not count",
			async ({ visitor }) => {
				const passkey = await addPasskey(visitor, { origin: world.instances()[0].baseUrl });
				const page = at(0);
				const { body } = await page.post("/api/auth/login/passkey/options", {});
				const sent = { challenge: body?.challenge, passkey: passkey.get(body?.passkey, { count: 0 }) };
				return (turn) => as(page, turn).post("/api/auth/login/passkey", sent);
			},
		],
	];
	for (const [what, make] of once) {
		// Proves: factor-code-once, challenge-once, passkey-once
		it(`one ${what} starts one session, though it is sent ${MANY} times`, async () => {
			const user = await newUser();
			const send = await make(user, MANY);
			const before = await sessionsOf(user);
			const answers = await times(MANY, send);
			assert.equal(tally(answers).ok, 1, JSON.stringify(tally(answers)));
			assert.equal(await sessionsOf(user), before + 1);
		});

		// Proves: factor-code-once, challenge-once, passkey-once
		it(`one ${what} starts no session when the other instance uses it up after it was found right`, async () => {
			const user = await newUser();
			const send = await make(user, 2);
			const before = await sessionsOf(user);
			let other: Answer | undefined;
			beforeNext(world.instances()[0].running.deployment.audit, "transact", async () => {
				other = await send(1);
			});
			const overtaken = await send(0);
			assert.deepEqual([other?.status, overtaken.status], [200, 401]);
			assert.equal(await sessionsOf(user), before + 1);
		});
	}

	// Proves: factor-code-once
	it("a code that one of them has accepted is used up at both, and so is the one before it", async () => {
		const user = await newUser();
		const { name, app } = user;
		// From the beginning of a step: amid two, the older code may run out.
		const [first] = world.instances();
		world.travel(30_000 - (first.now() % 30_000));
		const [before, code] = [app.next(), app.next()];
		assert.equal((await at(0).logIn(name, ADMIN_PASSWORD, { code })).status, 200);
		for (const turn of [0, 1]) {
			// The clock of an instance may be behind.
			if (turn === 1) world.travel(-30_000);
			for (const used of [code, before]) {
				const visitor = at(turn);
				const refused = await visitor.logIn(name, ADMIN_PASSWORD);
				const answer = await answerChallenge(visitor, refused, used);
				assert.equal(answer.body?.code, "second_factor_invalid");
			}
		}
		assert.deepEqual(
			(await world.failuresOf(user)).map(({ level, detail }) => [level, detail.reason, detail.steps]),
			[0, 1, 0, 1].map((steps) => ["warn", "replayed", steps]),
		);
	});
});
