/** Users who log in, log out and open setup links while the database fails over, and what they were told. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { isStoreUnavailable } from "../../src/platform/database/store-unavailable.ts";
import { tokenOf, usersOf } from "./administration.ts";
import { cookieOf } from "./own-session.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";
import type { TwoInstances } from "./two-instances.ts";
import type { Answer, Visitor } from "./visitor.ts";

type Headers = Record<string, string>;

/** Acknowledged, and nothing else. */
interface Told {
	live: Array<{ name: string; headers: Headers; visitor: Visitor }>;
	ended: Array<{ name: string; headers: Headers }>;
	/** Setup links that were made; those of them that were used. */
	links: Array<{ name: string; token: string }>;
	used: Array<{ name: string; token: string }>;
}

export interface FailoverLoad {
	/** How often each status was answered. */
	statuses: Map<number, number>;
	/** When the last login succeeded; performance.now(). */
	loggedInAt(): number;
	logins(): number;
	/** Until it is stopped. */
	run(): Promise<void>;
	stop(): void;
	/** Asks both instances, and one more, about everything that was acknowledged. */
	assertKept(third: TestService): Promise<void>;
	/** How much that was. */
	counts(): Record<keyof Told, number>;
}

/** ms between two requests of a user. */
const PAUSE = 40;

export function createFailoverLoad(two: TwoInstances, names: readonly string[]): FailoverLoad {
	const told: Told = { live: [], ended: [], links: [], used: [] };
	const statuses = new Map<number, number>();
	let isOver = false;
	let [loggedInAt, logins] = [0, 0];
	let turn = 0;
	/** Each request goes to the other instance. */
	const nextVisitor = () => two.at(two.instances[turn++ % 2] as TwoInstances["instances"][0]);

	function noted(answer: Answer, expected: readonly number[]): Answer {
		statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
		const allowed = [...expected, 429, 503];
		assert.ok(allowed.includes(answer.status), `${answer.status} instead of ${allowed}: ${answer.text}`);
		return answer;
	}

	async function logIn(name: string, session: boolean): Promise<void> {
		const visitor = nextVisitor();
		const { status, body } = noted(await visitor.logIn(name, ADMIN_PASSWORD, { session }), [200]);
		if (status !== 200) return;
		logins += 1;
		loggedInAt = performance.now();
		const headers: Headers = session ? cookieOf(visitor) : { authorization: `Bearer ${body?.token}` };
		told.live.push({ name, headers, visitor });
	}

	async function logOut(name: string): Promise<void> {
		const at = told.live.findIndex((each) => each.name === name);
		const [given] = at < 0 ? [] : told.live.splice(at, 1);
		if (given === undefined) return;
		const { visitor, headers } = given;
		const bearer = "authorization" in headers ? headers : {};
		// A logout that was not acknowledged may have happened or not.
		if (noted(await visitor.post("/api/auth/logout", undefined, bearer), [200, 204]).status < 300)
			told.ended.push({ name, headers });
	}

	async function check(): Promise<void> {
		const ended = told.ended.at(-1);
		if (ended !== undefined) noted(await nextVisitor().get("/api/auth/session", ended.headers), [401]);
	}

	async function useLink(): Promise<void> {
		const [link] = told.links.splice(0, 1);
		if (link === undefined) return;
		const visitor = nextVisitor();
		const answer = await visitor.post("/api/auth/setup", { token: link.token, password: ADMIN_PASSWORD });
		if (noted(answer, [200]).status === 200) told.used.push(link);
	}

	/** As by the command of an operator. */
	async function invite(): Promise<void> {
		const name = `invited-${randomUUID()}`;
		const service = two.instances[turn++ % 2] as TwoInstances["instances"][0];
		const made = await usersOf(service)
			.add({ name, role: "user", passwordHash: null })
			.catch((error: unknown) => {
				if (isStoreUnavailable(error)) return null;
				throw error;
			});
		if (made !== null) told.links.push({ name, token: tokenOf(made.setupLink) });
	}

	async function walk(name: string): Promise<void> {
		for (let step = 0; !isOver; step += 1) {
			await logIn(name, step % 2 === 0);
			if (step % 3 === 2) await logOut(name);
			await check();
			if (step % 4 === 0) await invite();
			if (step % 8 === 4) await useLink();
			await rest(PAUSE);
		}
	}

	async function assertKept(third: TestService): Promise<void> {
		for (const instance of [...two.instances, third]) {
			const ask = (headers: Headers) => two.at(instance).get("/api/auth/session", headers);
			for (const { name, headers } of told.live) assert.equal((await ask(headers)).body?.username, name);
			for (const { headers } of told.ended) assert.equal((await ask(headers)).body?.code, "session_ended");
		}
		for (const { name, token } of told.used) {
			const again = await nextVisitor().post("/api/auth/setup", { token, password: "another one of mine" });
			assert.equal(again.body?.code, "setup_link_used");
			assert.equal((await nextVisitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		}
		for (const { token } of told.links)
			assert.equal((await nextVisitor().post("/api/auth/setup/check", { token })).status, 204);
	}

	return {
		statuses,
		loggedInAt: () => loggedInAt,
		logins: () => logins,
		run: async () => void (await Promise.all(names.map(walk))),
		stop() {
			isOver = true;
		},
		assertKept,
		counts: () => ({
			...{ live: told.live.length, ended: told.ended.length },
			...{ links: told.links.length, used: told.used.length },
		}),
	};
}
