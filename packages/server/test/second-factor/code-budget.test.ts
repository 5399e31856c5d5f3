/** Wrong codes from unknown devices, by an attacker who has the password: what shuts the second step, and what opens it. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { administrationOf, tokenOf } from "../support/administration.ts";
import { answerChallenge, wrongCode } from "../support/authenticator.ts";
import { onSqlite } from "../support/databases.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { createTwoStepWorld, type Owner } from "../support/two-step-world.ts";
import type { Answer } from "../support/visitor.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const otherPassword = "brass lantern quiet harbour";

onSqlite("wrong codes from unknown devices", (database) => {
	const { at, travel, instances, newOwner, failuresOf } = createTwoStepWorld(database);
	let password = "";

	async function begin(): Promise<Owner> {
		password = ADMIN_PASSWORD;
		return newOwner();
	}
	const secondStep = async (turn: number, { name }: Owner, code: string): Promise<Answer> => {
		const visitor = at(turn);
		return answerChallenge(visitor, await visitor.logIn(name, password), code);
	};
	/** One after the other, at both instances in turns, until one is not looked at; resolves with how many were. */
	async function guess(owner: Owner): Promise<number> {
		for (let looked = 0; ; looked++) {
			const { body, text } = await secondStep(looked, owner, wrongCode(owner.app));
			if (body?.code === "rate_limited") return looked;
			assert.equal(body?.code, "second_factor_invalid", text);
		}
	}
	const byApp = (owner: Owner) => secondStep(1, owner, owner.app.next());
	const byRecoveryCode = (owner: Owner) => secondStep(1, owner, owner.app.recoveryCodes.pop() ?? "");
	/** The session may be over; the device is known, unless the password has changed since. */
	async function onKnownDevice({ visitor, name, app }: Owner): Promise<Answer> {
		visitor.csrf = null;
		return visitor.logIn(name, password, { code: app.next(), session: true });
	}
	async function byLink({ id, name }: Owner): Promise<Answer> {
		const { audit, administration } = instances()[0].running.deployment;
		const { address } = await audit.transact((queries, record) =>
			administration.setupLinks.create(queries, record, { id, username: name }),
		);
		password = password === ADMIN_PASSWORD ? otherPassword : ADMIN_PASSWORD;
		return at(1).post("/api/auth/setup", { token: tokenOf(address), password });
	}
	const unlock = ({ name }: Owner) => administrationOf(instances()[0]).unlock(name);
	async function reset({ name }: Owner): Promise<Answer> {
		const { setupLink } = await administrationOf(instances()[0]).reset(name);
		password = otherPassword;
		return at(1).post("/api/auth/setup", { token: tokenOf(setupLink), password });
	}
	function assertIn(answer: Answer, what = ""): void {
		assert.equal(answer.status, 200, `${what} ${answer.text}`);
	}
	const assertShut = async (owner: Owner) => assert.equal((await byApp(owner)).body?.code, "rate_limited");

	// Proves: factor-guesses
	it("shut the second step, twenty in a row, until the user proves more, the password changes, or an operator opens it", async () => {
		const owner = await begin();
		for (const [what, open] of Object.entries({ onKnownDevice, byRecoveryCode, byLink, unlock, reset })) {
			for (let looked = 0; looked < 20; travel(HOUR)) looked += await guess(owner);
			travel(DAY);
			await assertShut(owner);
			await open(owner);
			assertIn(await byApp(owner), what);
		}
	});

	it("make a user wait who then chooses another password no longer", async () => {
		const owner = await begin();
		for (const wait of [0, 30_000, MINUTE]) {
			travel(wait);
			await guess(owner);
		}
		await assertShut(owner);
		const change = { currentPassword: password, newPassword: otherPassword };
		assertIn(await owner.visitor.post("/api/auth/password", change));
		password = otherPassword;
		assertIn(await byApp(owner));
	});

	// Proves: code-budget
	it("are looked at forty times in 24 hours at most, whatever the user does, and shut no other way in", async () => {
		const owner = await begin();
		for (let hour = 0; hour < 30; hour++) {
			if (hour < 4) assertIn(await byApp(owner));
			await guess(owner);
			travel(HOUR);
			assertIn(await onKnownDevice(owner));
			const reauthentication = { password, code: owner.app.next() };
			assertIn(await owner.visitor.post("/api/auth/reauthenticate", reauthentication));
		}
		const times = (await failuresOf(owner)).map(({ time }) => time);
		const inADay = times.map((from) => times.filter((time) => time >= from && time <= from + DAY).length);
		const most = Math.max(...inADay);
		assert.ok(most > 30 && most <= 40, `${most} in a day`);

		await guess(owner);
		await assertShut(owner);
		const atOnce = await at(0).logIn(owner.name, password, { code: owner.app.next() });
		const wrong = await at(0).logIn(owner.name, "a wrong password of ada", { code: owner.app.next() });
		assert.deepEqual(withoutId(atOnce), withoutId(wrong));
		assertIn(await byRecoveryCode(owner));
		await byLink(owner);
		await assertShut(owner);
		travel(73 * MINUTE);
		assertIn(await onKnownDevice(owner));
		for (const open of [unlock, reset]) {
			for (let looked = 1; looked > 0; assertIn(await onKnownDevice(owner))) {
				looked = await guess(owner);
				travel(16 * MINUTE);
			}
			await guess(owner);
			await assertShut(owner);
			await open(owner);
			assertIn(await byApp(owner), open.name);
		}
	});

	it("under a clock that was a year ahead keep the user out for 73 minutes at most, once it is right again", async () => {
		const owner = await begin();
		travel(365 * DAY);
		for (let looked = 1; looked > 0; assertIn(await byRecoveryCode(owner))) {
			looked = await guess(owner);
			travel(16 * MINUTE);
		}
		await guess(owner);
		await assertShut(owner);
		travel(-365 * DAY);
		assert.equal(await guess(owner), 1);
		travel(73 * MINUTE);
		assertIn(await byApp(owner));
	});
});

function withoutId({ status, body }: Answer): unknown {
	const { instance, requestId, csrf, ...rest } = body ?? {};
	return { status, ...rest };
}
