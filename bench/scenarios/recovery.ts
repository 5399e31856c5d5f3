/** Whether the time of the answer to a forgotten password, or of those that follow, tells whether there is such a user. */
import { deploymentFolder, runSallyport, startSallyport } from "../lib/sallyport.ts";
import { createConnection } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as MailTasks from "../load/mail-process.ts";
import { defineScenario } from "../scenario.ts";
import { demandStatus, protocols } from "../subjects/protocols.ts";
import { reportTiming } from "./timing.ts";

/** As many as the numbers in names. */
const MOST_ROUNDS = 2000;
const WARM_UP = 5;
/** Milliseconds, until what was asked for has been sent and noted: the mail server of the tests waits for 100 before its greeting. */
const WATCHED = 250;

/** All are equally long. The first is what the others are compared with; the second is the same, and shows the noise. */
const trials = Object.entries({
	"unknown user": (round: string) => `nora${round}`,
	"another unknown user": (round: string) => `noah${round}`,
	"known user": (round: string) => `kate${round}`,
	"unknown address": (round: string) => `nina${round}@example.com`,
	"known address": (round: string) => `kira${round}@example.com`,
});

/** One request of each kind per round, in random order, one at a time. Times are in milliseconds, one per round. */
export async function measureRecovery({ rounds, warmUp = WARM_UP }: { rounds: number; warmUp?: number }) {
	using folder = deploymentFolder();
	await using ends = new AsyncDisposableStack();
	const mail = ends.use(startHelper<typeof MailTasks>("mail-process.ts"));
	const settings = {
		SALLYPORT_MAIL_URL: `smtp://127.0.0.1:${await mail.ask("listen")}`,
		SALLYPORT_MAIL_TLS: "loopback-off",
		SALLYPORT_MAIL_FROM: "login@example.com",
		// So that none waits for the next hour.
		SALLYPORT_MAIL_PER_HOUR: "1000000",
	};
	const count = warmUp + Math.min(rounds, MOST_ROUNDS);
	const names = Array.from({ length: count }, (_, round) => String(round).padStart(4, "0"));
	const users = names.flatMap((round) => [`kate${round}`, `kira${round}`]);
	const lines = users.map((username) =>
		JSON.stringify({ username, email: `${username}@example.com`, emailVerified: true }),
	);
	await runSallyport(folder.path, ["user", "import", "-"], { input: `${lines.join("\n")}\n`, settings });
	const { port } = ends.use(await startSallyport(folder.path, { settings }));
	using connection = createConnection(port);
	const visit = await protocols.sallyport.begin(connection);
	const answer: number[][] = trials.map(() => []);
	const next: number[][] = trials.map(() => []);
	const slowest: number[][] = trials.map(() => []);
	const timed = async (request: Parameters<typeof connection.send>[0], status: number) => {
		const asked = performance.now();
		demandStatus(await connection.send(request), status);
		return performance.now() - asked;
	};
	for (const [round, name] of names.entries()) {
		const keys = trials.map((_, index) => ({ index, key: Math.random() }));
		for (const { index } of keys.sort((one, other) => one.key - other.key)) {
			// A client address may ask 30 times an hour.
			const headers = { ...visit, "x-forwarded-for": `10.${index}.${round >> 8}.${round & 255}` };
			const json = { login: trials[index]?.[1](name) };
			const took = await timed({ method: "POST", path: "/api/auth/recovery", headers, json }, 202);
			const after = await timed({ path: "/api/auth/csrf" }, 200);
			const until = performance.now() + WATCHED;
			let most = 0;
			while (performance.now() < until) most = Math.max(most, await timed({ path: "/api/auth/csrf" }, 200));
			if (round < warmUp) continue;
			slowest[index]?.push(most);
			answer[index]?.push(took);
			next[index]?.push(after);
		}
	}
	const named = (times: number[][]) =>
		trials.map(([reason], index) => ({ reason, times: times[index] ?? [] }));
	return {
		answer: named(answer),
		next: named(next),
		slowest: named(slowest),
		mails: await mail.ask("count"),
	};
}

/** How often a measurer is right about one request who takes `other` for what is slower, at the best limit; 0.5 is a guess. */
function rightAbout(one: readonly number[], other: readonly number[]): number {
	const above = (times: readonly number[], limit: number) =>
		times.filter((time) => time > limit).length / times.length;
	return Math.max(...[...one, ...other].map((limit) => (1 + above(other, limit) - above(one, limit)) / 2));
}

export const scenario = defineScenario({ rounds: 200 }, async ({ rounds }) => {
	const { answer, next, slowest, mails } = await measureRecovery({ rounds });
	const titles = [
		"Answers to recoveries",
		"The next answer, a CSRF token",
		`The slowest of those in ${WATCHED} ms after it`,
	];
	const tables = [answer, next, slowest].map((times, index) => {
		const [unknown, ...others] = times;
		const right = others.map(
			({ reason, times: own }) => `${reason} ${rightAbout(unknown?.times ?? [], own).toFixed(2)}`,
		);
		const table = reportTiming({ times, wrong: [], load: 0 });
		return `${titles[index]}\n${table}\nright about one request  ${right.join(", ")}`;
	});
	return [...tables, `${mails} mails were sent meanwhile.`].join("\n\n");
});
