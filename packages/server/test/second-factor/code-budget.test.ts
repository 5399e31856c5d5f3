// At length: it needs thousands of rows or attempts.
/** Wrong codes from unknown devices, by an attacker who has the password: what shuts the second step, and what opens it. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { answerChallenge, wrongCode } from "../support/authenticator.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { createTwoStepWorld, type TwoStepUser } from "../support/two-step-world.ts";
import type { Answer } from "../support/visitor.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const otherPassword = "brass lantern quiet harbour";

forEachDatabase("wrong codes from unknown devices", (database) => {
	const { at, travel, instances, newUser, failuresOf } = createTwoStepWorld(database);
	let password = "";

	async function begin(): Promise<TwoStepUser> {
		password = ADMIN_PASSWORD;
		return newUser();
	}
	const secondStep = async (turn: number, { name }: TwoStepUser, code: string): Promise<Answer> => {
		const visitor = at(turn);
		return answerChallenge(visitor, await visitor.logIn(name, password), code);
	};
	/** One after the other, at both instances in turns, until one is not looked at; resolves with how many were. */
	async function guess(user: TwoStepUser): Promise<number> {
		for (let looked = 0; ; looked++) {
			const { body, text } = await secondStep(looked, user, wrongCode(user.app));
			if (body?.code === "rate_limited") return looked;
			assert.equal(body?.code, "second_factor_invalid", text);
		}
	}
	const byApp = (user: TwoStepUser) => secondStep(1, user, user.app.next());
	const byRecoveryCode = (user: TwoStepUser) => secondStep(1, user, user.app.recoveryCodes.pop() ?? "");
	/** The session may be over; the device is known, unless the password has changed since. */
	async function onKnownDevice({ visitor, name, app }: TwoStepUser): Promise<Answer> {
		visitor.csrf = null;
		return visitor.logIn(name, password, { code: app.next(), session: true });
	}
	async function byLink({ id, name }: TwoStepUser): Promise<Answer> {
		const { audit, administration } = instances()[0].running.deployment;
		const { address } = await audit.transact((queries, record) =>
			administration.setupLinks.create(queries, record, { id, username: name }),
		);
		password = password === ADMIN_PASSWORD ? otherPassword : ADMIN_PASSWORD;
		return at(1).post("/api/auth/setup", { token: tokenOf(address), password });
	}
	const unlock = ({ name }: TwoStepUser) => usersOf(instances()[0]).unlock(name);
	async function reset({ name }: TwoStepUser): Promise<Answer> {
		const { setupLink } = await usersOf(instances()[0]).reset(name);
		password = otherPassword;
		return at(1).post("/api/auth/setup", { token: tokenOf(setupLink), password });
	}
	function assertIn(answer: Answer, what = ""): void {
		assert.equal(answer.status, 200, `${what} ${answer.text}`);
	}
	const assertShut = async (user: TwoStepUser) =>
		assert.equal((await byApp(user)).body?.code, "rate_limited");

	// Proves: factor-guesses
	it("shut the second step, twenty in a row, until the user proves more, the password changes, or an operator opens it", async () => {
		const user = await begin();
		for (const [what, open] of Object.entries({ onKnownDevice, byRecoveryCode, byLink, unlock, reset })) {
			for (let looked = 0; looked < 20; travel(HOUR)) looked += await guess(user);
			travel(DAY);
			await assertShut(user);
			await open(user);
			assertIn(await byApp(user), what);
		}
	});

	it("make a user wait who then chooses another password no longer", async () => {
		const user = await begin();
		for (const wait of [0, 30_000, MINUTE]) {
			travel(wait);
			await guess(user);
		}
		await assertShut(user);
		const change = { currentPassword: password, newPassword: otherPassword };
		assertIn(await user.visitor.post("/api/auth/password", change));
		password = otherPassword;
		assertIn(await byApp(user));
	});

	// Proves: code-budget
	it("are looked at forty times in 24 hours at most, whatever the user does, and shut no other way in", async () => {
		const user = await begin();
		for (let hour = 0; hour < 30; hour++) {
			if (hour < 4) assertIn(await byApp(user));
			await guess(user);
			travel(HOUR);
			assertIn(await onKnownDevice(user));
			const reauthentication = { password, code: user.app.next() };
			assertIn(await user.visitor.post("/api/auth/reauthenticate", reauthentication));
		}
		const times = (await failuresOf(user)).map(({ time }) => time);
		const inADay = times.map((from) => times.filter((time) => time >= from && time <= from + DAY).length);
		const most = Math.max(...inADay);
		assert.ok(most > 30 && most <= 40, `${most} in a day`);

		await guess(user);
		await assertShut(user);
		const atOnce = await at(0).logIn(user.name, password, { code: user.app.next() });
		const wrong = await at(0).logIn(user.name, "a wrong password of ada", { code: user.app.next() });
		assert.deepEqual(withoutId(atOnce), withoutId(wrong));
		assertIn(await byRecoveryCode(user));
		await byLink(user);
		await assertShut(user);
		travel(73 * MINUTE);
		assertIn(await onKnownDevice(user));
		for (const open of [unlock, reset]) {
			for (let looked = 1; looked > 0; assertIn(await onKnownDevice(user))) {
				looked = await guess(user);
				travel(16 * MINUTE);
			}
			await guess(user);
			await assertShut(user);
			await open(user);
			assertIn(await byApp(user), open.name);
		}
	});

	it("under a clock that was a year ahead keep the user out for 73 minutes at most, once it is right again", async () => {
		const user = await begin();
		travel(365 * DAY);
		for (let looked = 1; looked > 0; assertIn(await byRecoveryCode(user))) {
			looked = await guess(user);
			travel(16 * MINUTE);
		}
		await guess(user);
		await assertShut(user);
		travel(-365 * DAY);
		assert.equal(await guess(user), 1);
		travel(73 * MINUTE);
		assertIn(await byApp(user));
	});
});

function withoutId({ status, body }: Answer): unknown {
	const { instance, requestId, csrf, ...rest } = body ?? {};
	return { status, ...rest };
}
