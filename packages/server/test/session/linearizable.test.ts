// At length: it races many requests at two instances.
/**
 * A credential is ended while other clients use it elsewhere: over a thousand uses in random order around
 * the ends of 300 credentials, over three instances. From the answer on no instance accepts it, and nothing is refused
 * before. LINEARIZABLE_SEED repeats a run as far as two databases can be repeated; LINEARIZABLE_ROUNDS makes it longer.
 */
// Proves: session-end
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { InjectOptions } from "fastify";
import { isStoreUnavailable } from "../../src/platform/database/store-unavailable.ts";
import { contradictions, type Step } from "../support/credential-history.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { startThreeApps, type ThreeApps } from "../support/three-apps.ts";

const newPassword = "five words nobody else has";
const { LINEARIZABLE_SEED: given, LINEARIZABLE_ROUNDS: rounds = "1" } = process.env;
/** One credential each, with three to five uses around its end and one after it. */
const histories = { sqlite: 150, postgres: 150 };
/** How many act at the same time; all but one are only there to get in the way. */
const TOGETHER = 10;

/** A credential of a user who has no other. */
interface Holder {
	name: string;
	headers: Record<string, string>;
}

forEachDatabase("three instances", (database) => {
	const random: SeededRandom = seededRandom(given === undefined ? Date.now() % 1_000_000 : Number(given));
	let three: ThreeApps;
	before(async () => {
		three = await startThreeApps(await database.url());
	});
	after(() => three?.close());

	let ticks = 0;
	const tick = () => ++ticks;
	const ask = async (options: InjectOptions) => {
		const app = three.apps[random.below(3)] as ThreeApps["apps"][number];
		const answer = await app.inject(options);
		// A busy database may put a request off, which says nothing about the credential.
		assert.notEqual(answer.statusCode, 500, answer.body);
		return answer;
	};
	/** Again and again until the database is not too busy: what follows needs it. */
	const askUntilAnswered = async (options: InjectOptions) => {
		for (;;) {
			const answer = await ask(options);
			if (answer.statusCode !== 503) return answer;
		}
	};
	const pause = async () => {
		for (let turns = random.below(8); turns > 0; turns -= 1) await turn();
	};

	async function use({ name, headers }: Holder): Promise<Step[]> {
		const path = random.pick(["/api/auth/session", "/api/auth/check", "/api/auth/sessions"]);
		const began = tick();
		const { statusCode: status } = await ask({ method: "GET", url: path, headers });
		if (status === 503) return [];
		return [{ credential: name, act: "use", began, answered: tick(), accepted: status < 300, note: path }];
	}

	async function renew({ name, headers }: Holder): Promise<Step[]> {
		const began = tick();
		const { statusCode: status } = await ask({ method: "POST", url: "/api/auth/renew", headers });
		if (status === 503) return [];
		const accepted = status === 200;
		return [{ credential: name, act: "use", began, answered: tick(), accepted, note: "renewed" }];
	}

	async function end({ name, headers }: Holder): Promise<Step[]> {
		const operator = three.administration[random.below(3)] as ThreeApps["administration"][number];
		const began = tick();
		const done = (accepted: boolean, note: string): Step[] => [
			{ credential: name, act: "end", began, answered: tick(), accepted, note },
		];
		const dice = random.below(100);
		if (dice < 55) {
			const { statusCode } = await ask({ method: "POST", url: "/api/auth/logout", headers });
			return done(statusCode === 200, "logout");
		}
		if (dice < 56) {
			const payload = { currentPassword: ADMIN_PASSWORD, newPassword };
			const { statusCode } = await ask({ method: "POST", url: "/api/auth/password", headers, payload });
			return done(statusCode === 200, "password changed");
		}
		const acts = ["disable", "reset", "remove", "endSessions"] as const;
		const act = random.pick(acts);
		try {
			await operator[act](name);
		} catch (error) {
			// Done or not, nothing was acknowledged.
			if (isStoreUnavailable(error)) return done(false, act);
			throw error;
		}
		return done(true, act);
	}

	async function play(holder: Holder): Promise<Step[]> {
		const acts = [end, ...Array.from({ length: 3 + random.below(3) }, () => use)];
		if (random.below(8) === 0) acts.push(renew);
		if (random.below(8) === 0) acts.push(end);
		const steps = await Promise.all(
			acts.map(async (act) => {
				await pause();
				return act(holder).catch((error: unknown) => {
					// A second end finds no such user any more.
					if (act === end && String(error).includes("no user of this name")) return [];
					throw error;
				});
			}),
		);
		return [...steps.flat(), ...(await use(holder))];
	}

	async function holders(count: number): Promise<Holder[]> {
		return Promise.all(
			(await three.loggedIn(count)).map(async ({ name, cookie }, index) => {
				const { body } = await askUntilAnswered({
					method: "GET",
					url: "/api/auth/csrf",
					headers: { cookie },
				});
				const { csrf } = JSON.parse(body) as { csrf: string };
				if (index % 10 !== 0) return { name, headers: { cookie, csrf } };
				const payload = { username: name, password: ADMIN_PASSWORD };
				const answer = await askUntilAnswered({
					method: "POST",
					url: "/api/auth/login",
					headers: { csrf },
					payload,
				});
				const { token } = JSON.parse(answer.body) as { token: string };
				return { name, headers: { authorization: `Bearer ${token}` } };
			}),
		);
	}

	const count = histories[database.dialect] * Number(rounds);
	it(`agree on when each of ${count} credentials ended (LINEARIZABLE_SEED=${random.seed})`, async () => {
		let uses = 0;
		let beside = 0;
		for (let played = 0; played < count; ) {
			const people = await holders(Math.min(250, count - played));
			played += people.length;
			while (people.length > 0) {
				const history = (await Promise.all(people.splice(0, TOGETHER).map(play))).flat();
				assert.deepEqual(contradictions(history), []);
				uses += history.filter(({ act }) => act === "use").length;
				beside += history.filter((step) => isBeside(step, history)).length;
			}
		}
		assert.ok(uses > 4 * count, `only ${uses} uses`);
		// Else the histories would say nothing of the moment itself.
		assert.ok(beside > count / 2, `only ${beside} uses beside an end`);
	});
});

function isBeside(step: Step, history: readonly Step[]): boolean {
	if (step.act === "end") return false;
	return history.some(
		(other) =>
			other.act === "end" &&
			other.credential === step.credential &&
			other.began < step.answered &&
			step.began < other.answered,
	);
}
