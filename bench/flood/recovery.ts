import { setTimeout as rest } from "node:timers/promises";
import { median } from "../lib/median.ts";
import { type Checker, check } from "./checks.ts";
import { attempt, type LogIn, type LoginFigures } from "./logins.ts";

/** Milliseconds, medians. */
export interface Usual {
	login: number;
	check: number;
}

/** Back means: the median of so many logins in a row, and of the checks between them, is within this of the usual one. */
const IN_A_ROW = 3;
const WITHIN = 1.5;
/** Milliseconds between logins, and the checks after each. */
const EVERY = 100;
const CHECKS = 5;

/**
 * Milliseconds from now until strangers log in, and credentials are checked, about as fast as usual: to the beginning of the
 * first row of such logins. null: not within `most`.
 */
export async function timeToRecover(
	{ logIn, checker }: { logIn: LogIn; checker: Checker },
	{ usual, most }: { usual: Usual; most: number },
): Promise<{ recovered: number | null; wrong: string[] }> {
	const wrong: string[] = [];
	const begin = performance.now();
	const rounds: Array<{ at: number; login: number; check: number }> = [];
	while (performance.now() - begin < most) {
		const at = performance.now() - begin;
		const figures: LoginFigures = { tried: 0, done: [], wrong };
		await attempt(logIn, figures);
		const checks: number[] = [];
		for (let count = 0; count < CHECKS; count += 1) {
			const asked = performance.now();
			await check(checker, wrong);
			checks.push(performance.now() - asked);
		}
		rounds.push({ at, login: figures.done[0] ?? Number.POSITIVE_INFINITY, check: median(checks) });
		const row = rounds.slice(-IN_A_ROW);
		const back =
			row.length === IN_A_ROW &&
			median(row.map(({ login }) => login)) <= WITHIN * usual.login &&
			median(row.map((each) => each.check)) <= WITHIN * usual.check;
		if (back) return { recovered: row[0]?.at ?? 0, wrong };
		await rest(Math.max(0, begin + at + EVERY - performance.now()));
	}
	return { recovered: null, wrong };
}
