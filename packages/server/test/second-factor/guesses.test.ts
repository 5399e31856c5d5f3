// At length: it needs thousands of rows or attempts.
/** Few codes are looked at, whatever arrives, at whichever instance and by whichever way; no crash refills them. */
// Proves: factor-guesses
import assert from "node:assert/strict";
import { it } from "node:test";
import { answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, onSqlite } from "../support/databases.ts";
import type { EventRow } from "../support/event-rows.ts";
import { tally } from "../support/parallel-guesses.ts";
import { startServe } from "../support/serve-process.ts";
import { ADMIN_PASSWORD, freePort, startTestService, TEST_SECRET } from "../support/service.ts";
import { createTwoStepWorld, limits, type TwoStepUser } from "../support/two-step-world.ts";
import { type Answer, createVisitor, type Visitor } from "../support/visitor.ts";

const WRONG_RECOVERY_CODE = "0AAAA-AAAAA-AAAAA";
const reauthenticate = "/api/auth/reauthenticate";

type Guess = (visitor: Visitor, user: Pick<TwoStepUser, "name" | "app">) => Promise<Answer>;

const secondStep = async (visitor: Visitor, name: string, code: string) =>
	answerChallenge(visitor, await visitor.logIn(name, ADMIN_PASSWORD), code);

const ofUnknownDevices: Guess[] = [
	(visitor, { name, app }) => visitor.logIn(name, ADMIN_PASSWORD, { code: wrongCode(app) }),
	(visitor, { name, app }) => secondStep(visitor, name, wrongCode(app)),
	(visitor, { name }) => visitor.logIn(name, ADMIN_PASSWORD, { code: WRONG_RECOVERY_CODE }),
	(visitor, { name }) => secondStep(visitor, name, WRONG_RECOVERY_CODE),
];

const withinASession: Guess[] = [
	(visitor, { app }) => visitor.post(reauthenticate, { password: ADMIN_PASSWORD, code: wrongCode(app) }),
	async (visitor, { app }) => {
		const { body } = await visitor.post("/api/auth/factors/totp");
		const guess = { offer: body?.offer, code: wrongCode(app) };
		return visitor.post("/api/auth/factors/totp/activate", guess);
	},
	async (visitor, { app }) => {
		const { body } = await visitor.post(reauthenticate, { password: ADMIN_PASSWORD });
		return visitor.post(reauthenticate, { challenge: body?.challenge, code: wrongCode(app) });
	},
];

/** How many codes were looked at, by what was tried. */
function lookedAt(failures: Array<Pick<EventRow, "detail">>): Map<unknown, number> {
	const byMethod = Map.groupBy(failures, ({ detail }) => detail.method);
	return new Map([...byMethod].map(([method, rows]) => [method, rows.length]));
}

forEachDatabase("wrong codes", (database) => {
	const { at, as, newUser, failuresOf } = createTwoStepWorld(database);

	it("of unknown devices are looked at five times of each kind, of eighty at once, and the user's device is not shut out", async () => {
		const user = await newUser();
		const guess = (turn: number) => ofUnknownDevices[turn % ofUnknownDevices.length]?.(at(turn >> 2), user);
		const answers = await Promise.all(Array.from({ length: 80 }, (_, turn) => guess(turn)));
		assert.equal(tally(answers as Answer[]).ok, undefined);
		for (const [method, looked] of lookedAt(await failuresOf(user)))
			assert.ok(looked >= 1 && looked <= 5, `${looked} of ${method} were looked at`);

		const { name, app, visitor } = user;
		assert.equal((await secondStep(at(1), name, app.code())).body?.code, "rate_limited");
		const known = await visitor.logIn(name, ADMIN_PASSWORD, { code: app.next(), session: true });
		assert.equal(known.status, 200, known.text);
	});

	it("within a session are looked at five times, by whichever way they are sent", async () => {
		const user = await newUser();
		const codes: unknown[] = [];
		for (let turn = 0; turn < 12; turn++) {
			assert.equal((await user.visitor.post("/api/auth/renew")).status, 200);
			const way = withinASession[turn % withinASession.length];
			codes.push((await way?.(as(user.visitor, turn >> 2), user))?.body?.code);
		}
		const expected = Array.from({ length: 12 }, (_, turn) =>
			turn < 5 ? "second_factor_invalid" : "rate_limited",
		);
		assert.deepEqual(codes, expected);
		const right = { password: ADMIN_PASSWORD, code: user.app.code(1) };
		assert.equal((await user.visitor.post(reauthenticate, right)).body?.code, "rate_limited");
	});

	it("of an app shut out no recovery code, and wrong recovery codes shut out no app", async () => {
		const { visitor, name, app } = await newUser();
		const { recoveryCodes } = app;
		for (const [tried, right] of [
			[() => wrongCode(app), () => recoveryCodes.pop() ?? ""],
			[() => WRONG_RECOVERY_CODE, app.next],
		] as const) {
			for (let guess = 0; guess < 6; guess++) {
				const { body } = await secondStep(at(guess), name, tried());
				assert.equal(body?.code, guess < 5 ? "second_factor_invalid" : "rate_limited");
				await visitor.post(reauthenticate, { password: ADMIN_PASSWORD, code: tried() });
			}
			const answer = await secondStep(at(0), name, right());
			assert.equal(answer.status, 200, answer.text);
			const within = await visitor.post(reauthenticate, { password: ADMIN_PASSWORD, code: right() });
			assert.equal(within.status, 200, within.text);
		}
	});
});

onSqlite("a service that is killed while codes are guessed", (database) => {
	// Proves: factor-code-once
	it("has looked at five of each kind at most when it runs again, and takes no code that it took before", async () => {
		const databaseUrl = await database.url();
		const before = await startTestService({ databaseUrl, settings: cheap });
		await using stack = new AsyncDisposableStack();
		const users = await Promise.all(
			["ada", "ben"].map(async (name) => {
				await before.addUser(name);
				return { name, app: await enrol(before, await before.loggedIn(name)) };
			}),
		);
		await before.stop();
		const [ada, ben] = users as [(typeof users)[0], (typeof users)[0]];
		const ports: [number, number] = [await freePort(), await freePort()];
		const settings = {
			SALLYPORT_SECRET: TEST_SECRET,
			SALLYPORT_LOG_LEVEL: "info",
			...limits,
			SALLYPORT_REFUSAL_FLOOR: "0s",
			SALLYPORT_HASH_DEADLINE: "30s",
		};
		const start = async () => {
			const service = await startServe({ databaseUrl, settings, ports });
			stack.defer(async () => void (await service.kill()));
			return service;
		};
		const visitor = () => createVisitor(`http://localhost:${ports[0]}`);
		/** Guesses that a killed service has not answered are null. */
		const guessAtOnce = () =>
			Promise.all(
				Array.from({ length: 40 }, (_, turn) =>
					ofUnknownDevices[turn % ofUnknownDevices.length]?.(visitor(), ada).catch(() => null),
				),
			);

		const first = await start();
		const code = ben.app.code(1);
		assert.equal((await visitor().logIn("ben", ADMIN_PASSWORD, { code })).status, 200);
		let left = 2;
		first.child.stdout.on("data", (chunk: string) => {
			left -= chunk.split('"event":"authn_factor_fail"').length - 1;
			if (left <= 0) first.child.kill("SIGKILL");
		});
		assert.ok((await guessAtOnce()).includes(null));
		assert.equal(await first.ended, "SIGKILL");

		await start();
		assert.ok(!(await guessAtOnce()).includes(null));
		const { database: queries } = await database.open();
		const failed = queries
			.selectFrom("audit_events")
			.select("detail")
			.where("event", "=", "authn_factor_fail");
		const details = (await failed.execute()).map(({ detail }) => ({ detail: JSON.parse(detail) }));
		const looked = [...lookedAt(details).values()];
		assert.ok(Math.max(...looked) <= 5 && details.length >= 2, `${looked.join(" and ")} were looked at`);
		assert.equal((await secondStep(visitor(), "ada", ada.app.code(1))).body?.code, "rate_limited");
		for (const used of [code, ben.app.code()]) {
			const answer = await secondStep(visitor(), "ben", used);
			assert.equal(answer.body?.code, "second_factor_invalid");
		}
	});
});
