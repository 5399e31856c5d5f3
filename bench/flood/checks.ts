/** Checks of a credential, as the applications behind the login make them at every call. */
import { setTimeout as rest } from "node:timers/promises";
import type { Connection } from "../lib/connection.ts";

export interface Checker {
	connection: Connection;
	/** Cookie or Authorization. */
	credential: Record<string, string>;
	username: string;
}

export interface Checks {
	/** Milliseconds, one per check. */
	latencies: number[];
	/** Milliseconds by which this client itself sent too late. */
	lateness: number[];
	/** Checks that did not answer who it is; what they answered. */
	wrong: string[];
}

/**
 * Each checker sends one check every `every` milliseconds on a fixed schedule, staggered, for `duration` milliseconds. A check
 * that is due while the last one is not answered counts from when it was due: a server that halts does not slow its own
 * examination down. Those still unsent at the end count with what they have waited. If only this client was late, a
 * check counts from the sending.
 */
export async function checkAtPace(
	checkers: readonly Checker[],
	{ duration, every }: { duration: number; every: number },
): Promise<Checks> {
	const checks: Checks = { latencies: [], lateness: [], wrong: [] };
	const begin = performance.now();
	const now = () => performance.now() - begin;
	await Promise.all(
		checkers.map(async (checker, index) => {
			for (let due = (index * every) / checkers.length; due < duration; due += every) {
				if (now() > duration) {
					checks.latencies.push(now() - due);
					continue;
				}
				const inTime = now() <= due;
				if (inTime) {
					await rest(due - now());
					checks.lateness.push(now() - due);
				}
				const from = inTime ? now() : due;
				await check(checker, checks.wrong);
				checks.latencies.push(now() - from);
			}
		}),
	);
	return checks;
}

/** Each checker sends the next check when the last one is answered. Resolves to how many were answered. */
export async function checkWithoutPause(
	checkers: readonly Checker[],
	duration: number,
): Promise<{ answered: number; wrong: string[] }> {
	const wrong: string[] = [];
	let answered = 0;
	const end = performance.now() + duration;
	await Promise.all(
		checkers.map(async (checker) => {
			while (performance.now() < end) {
				await check(checker, wrong);
				answered += 1;
			}
		}),
	);
	return { answered, wrong };
}

export async function check({ connection, credential, username }: Checker, wrong: string[]): Promise<void> {
	try {
		const { status, body } = await connection.send({ path: "/api/auth/session", headers: credential });
		if (status !== 200 || !body.includes(`"username":"${username}"`))
			wrong.push(`a check: ${status} ${body}`);
	} catch (error) {
		wrong.push(`a check: ${String(error)}`);
		await rest(10);
	}
}
