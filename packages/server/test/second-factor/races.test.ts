/** A code and a challenge are good once, and few codes are looked at, whatever arrives at once at two instances. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { tally } from "../support/parallel-guesses.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

forEachDatabase("at two instances at once", (database) => {
	let two: TwoInstances;
	let owner: Visitor;
	let app: Authenticator;
	let users = 0;
	let name = "";
	let id = "";
	before(async () => {
		// So that only the limits of the second factor are met.
		const limits = {
			SALLYPORT_ACCOUNT_FAILURES: "1000",
			SALLYPORT_ADDRESS_FAILURES: "100000",
			SALLYPORT_CONSECUTIVE_FAILURES: "10000",
		};
		two = await startTwo(await database.url(), { ...cheap, ...limits });
	});
	after(() => two.stop());

	const travel = (milliseconds: number) => {
		for (const each of two.instances) each.travel(milliseconds);
	};

	/** A user with an authenticator app, who is logged in on a device. */
	async function newOwner(): Promise<void> {
		name = `user${users++}`;
		const [first] = two.instances;
		({ id } = await first.addUser(name));
		owner = two.at(first);
		await owner.logIn(name, ADMIN_PASSWORD, { session: true });
		app = await enrol(first, owner);
		two.instances[1].travel(first.now() - two.instances[1].now());
	}

	const next = (): string => {
		travel(30_000);
		return app.code();
	};

	const atBoth = <T>(count: number, work: (visitor: Visitor, at: number) => Promise<T>): Promise<T[]> =>
		Promise.all(
			Array.from({ length: count }, (_, at) => work(two.at(two.instances[at % 2 === 0 ? 0 : 1]), at)),
		);

	// Proves: factor-code-once
	it("one code of the app lets one of fifty logins in", async () => {
		await newOwner();
		const code = next();
		const answers = await atBoth(50, (visitor) => visitor.logIn(name, ADMIN_PASSWORD, { code }));
		assert.equal(tally(answers).ok, 1, JSON.stringify(tally(answers)));
	});

	it("one recovery code lets one of twenty logins in", async () => {
		await newOwner();
		const [code = ""] = app.recoveryCodes;
		const answers = await atBoth(20, (visitor) => visitor.logIn(name, ADMIN_PASSWORD, { code }));
		assert.equal(tally(answers).ok, 1, JSON.stringify(tally(answers)));
	});

	// Proves: challenge-once
	it("one challenge starts one session, with any code", async () => {
		await newOwner();
		const visitor = two.at(two.instances[0]);
		const refused = await visitor.logIn(name, ADMIN_PASSWORD);
		const body = (code: string) => ({ challenge: refused.body?.challenge, code });
		const codes = [next(), ...app.recoveryCodes.slice(0, 3)];
		const send = (each: string, at: number): Promise<Answer> => {
			const other = two.at(two.instances[at % 2 === 0 ? 0 : 1]);
			other.cookies = new Map(visitor.cookies);
			return other.post("/api/auth/login/second-factor", body(each), { csrf: visitor.csrf ?? "" });
		};
		const answers = await Promise.all(codes.map(send));
		assert.equal(tally(answers).ok, 1, JSON.stringify(tally(answers)));
	});

	// Proves: factor-guesses
	it("at most five of two hundred wrong codes are looked at, and the owner's device is not shut out", async () => {
		await newOwner();
		const code = wrongCode(app);
		const answers = await atBoth(200, async (visitor, at) => {
			if (at % 2 === 0) return visitor.logIn(name, ADMIN_PASSWORD, { code });
			return answerChallenge(visitor, await visitor.logIn(name, ADMIN_PASSWORD), code);
		});
		assert.equal(tally(answers).ok, undefined);
		const looked = (await rowsOf(two.instances[0], "authn_factor_fail")).filter(
			({ user_id }) => user_id === id,
		);
		assert.ok(looked.length <= 5, `${looked.length} were looked at`);

		const stranger = two.at(two.instances[1]);
		const refused = await stranger.logIn(name, ADMIN_PASSWORD);
		const blocked = await answerChallenge(stranger, refused, app.code());
		assert.equal(blocked.body?.code, "rate_limited");
		const known = await owner.logIn(name, ADMIN_PASSWORD, { code: next(), session: true });
		assert.equal(known.status, 200, known.text);
	});

	it("twenty wrong codes in a row close the second step to strangers until the owner logs in", async () => {
		await newOwner();
		let looked = 0;
		for (let hour = 0; looked < 20; hour++) {
			travel(61 * MINUTE);
			const visitor = two.at(two.instances[hour % 2 === 0 ? 0 : 1]);
			const refused = await visitor.logIn(name, ADMIN_PASSWORD);
			const answer = await answerChallenge(visitor, refused, wrongCode(app));
			if (answer.body?.code === "second_factor_invalid") looked += 1;
		}
		travel(24 * 60 * MINUTE);
		const stranger = two.at(two.instances[0]);
		const closed = await answerChallenge(stranger, await stranger.logIn(name, ADMIN_PASSWORD), next());
		assert.equal(closed.body?.code, "rate_limited");
		// The session is over; the device is known still.
		owner.csrf = null;
		assert.equal((await owner.logIn(name, ADMIN_PASSWORD, { code: next() })).status, 200);
		const again = two.at(two.instances[1]);
		assert.equal((await again.logIn(name, ADMIN_PASSWORD, { code: next() })).status, 200);
	});
});
