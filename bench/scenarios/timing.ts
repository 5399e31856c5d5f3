/**
 * Whether the time of an answer tells more than its text: of a refused login, why it was refused; of a recovery, or of the answers
 * that follow while its mail goes out, whether there is such a user.
 */
import { type Item, interleave } from "../compare/interleave.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { deploymentIn, PASSWORD, withPassword } from "../lib/sallyport.ts";
import { differenceOfMedians, median, rightAbout } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { type Connection, createConnection, type Request } from "../load/connection.ts";
import { startHelper } from "../load/helper.ts";
import type * as MailTasks from "../load/mail-process.ts";
import { defineScenario } from "../scenario.ts";
import { protocols, requireStatus } from "../subjects/protocols.ts";

/** In turns; each measures one or more times, in milliseconds. Rounds of the warm-up do not count. */
async function inTurns(trials: ReadonlyArray<Item<number[]>>, rounds: number, warmUp: number) {
	const measured = await interleave(trials, { rounds: warmUp + rounds, say: () => {} });
	return Object.entries(measured).map(([reason, { rounds: all, problem }]) => {
		if (problem !== null) throw new Error(`${reason}: ${problem}`);
		return { reason, all: all.slice(warmUp) };
	});
}

/** Rejects when the answer is another one. */
async function timed(connection: Connection, request: Request, status: number, says = ""): Promise<number> {
	const asked = performance.now();
	const { body } = requireStatus(await connection.send(request), status);
	const took = performance.now() - asked;
	if (!body.includes(says)) throw new Error(`It answered ${body}`);
	return took;
}

const WRONG = "brass otter lantern quiet";
/** Few codes of one user are looked at, so each round has another one. */
const inTwoSteps = Array.from({ length: 300 }, (_, number) => `t${String(number).padStart(3, "0")}`);
/** All names are equally long; null: a user with two-step login. The first two are the same, which shows the noise. */
const logins: Record<string, [username: string | null, password: string, code?: string]> = {
	"unknown user": ["nora", WRONG],
	"another unknown user": ["noah", WRONG],
	"wrong password": ["kate", WRONG],
	"disabled, right password": ["dave", PASSWORD],
	"invited, no password yet": ["ivan", WRONG],
	"wrong password, older cheaper hash": ["cher", WRONG],
	"wrong password, imported PBKDF2 of 10,000": ["pete", WRONG],
	"wrong password, imported bcrypt of 12": ["bert", WRONG],
	"two steps, wrong code": [null, PASSWORD, "000000"],
	"two steps, wrong recovery code": [null, PASSWORD, "00000-00000-00000"],
};
/** Hashes of other systems. */
const imported = {
	pete: "pbkdf2_sha256$10000$aBcDeFgHiJkL$VZ+exZCobpLF/jo4in7Eee0qIDPBZfLMT9bqnzhOtxc=",
	bert: "$2b$12$UU2mSfT0T1g.X7jHMBA0yOCJCdsFa.8AWO9aqsQv4MUlMwcrq4oNu",
};
// One address fails all the time, and some accounts: the throttle is not what is measured.
const noThrottle = {
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
};

export async function timeRefusals(rounds: number, warmUp: number, own: Record<string, string> = {}) {
	using folder = temporaryFolder();
	const { addUsers, run, start } = deploymentIn(folder.path, { settings: { ...noThrottle, ...own } });
	await run(["user", "add", "--password-stdin", "kate"], PASSWORD);
	const cheaper = { SALLYPORT_HASH_MEMORY: "8192", SALLYPORT_HASH_PASSES: "1" };
	await run(["user", "add", "--password-stdin", "cher"], PASSWORD, cheaper);
	const others = Object.entries(imported).map(([username, passwordHash]) => ({ username, passwordHash }));
	const [disabled, totp] = [true, { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }];
	const dave = withPassword(["dave"]).map((user) => ({ ...user, disabled }));
	const twoSteps = withPassword(inTwoSteps).map((user) => ({ ...user, totp }));
	await addUsers([{ username: "ivan" }, ...dave, ...others, ...twoSteps]);
	await using server = await start();
	using connection = createConnection(server.port);
	const { begin, login } = protocols.sallyport;
	const trials = Object.entries(logins).map(([reason, [name, password, code]]) => {
		const measure = async (round: number) => {
			const username = name ?? inTwoSteps[round % inTwoSteps.length] ?? "";
			// A CSRF token allows a number of failures, too.
			const request = login({ username, password, code }, "token", await begin(connection));
			return [await timed(connection, request, 401, '"code":"invalid_credentials"')];
		};
		return { name: reason, measure };
	});
	return await inTurns(trials, rounds, warmUp);
}

/** Milliseconds until the mail is sent and noted: the mail server of the tests waits for 100 before its greeting. */
const WATCHED = 250;
const recoveries = { "unknown user": "nora", "another unknown user": "noah", "known user": "kate" };

/** The answer, and the slowest of those that follow. */
export async function timeRecoveries(rounds: number, warmUp: number) {
	using folder = temporaryFolder();
	await using mail = startHelper<typeof MailTasks>("mail-process.ts");
	// So that none waits for the next hour.
	const settings = { ...(await mail.ask("listen")), SALLYPORT_MAIL_PER_HOUR: "1000000" };
	const { addUsers, start } = deploymentIn(folder.path, { settings });
	const known = Array.from({ length: warmUp + rounds }, (_, round) => `kate${1000 + round}`);
	const verified = (username: string) => ({
		username,
		email: `${username}@example.com`,
		emailVerified: true,
	});
	await addUsers(known.map(verified));
	await using server = await start();
	using connection = createConnection(server.port);
	const visit = await protocols.sallyport.begin(connection);
	const trials = Object.entries(recoveries).map(([reason, name], index) => {
		const measure = async (round: number) => {
			// A client address may ask 30 times an hour.
			const headers = { ...visit, "x-forwarded-for": `10.${index}.${round >> 8}.${round & 255}` };
			const asked = { path: "/api/auth/recovery", headers, json: { login: `${name}${1000 + round}` } };
			const answer = await timed(connection, { method: "POST", ...asked }, 202);
			const until = performance.now() + WATCHED;
			let slowest = 0;
			while (performance.now() < until)
				slowest = Math.max(slowest, await timed(connection, { path: "/api/auth/csrf" }, 200));
			return [answer, slowest];
		};
		return { name: reason, measure };
	});
	const times = await inTurns(trials, rounds, warmUp);
	await mail.ask("requireMails", known.length);
	return times;
}

/** Milliseconds that medians may differ (docs/security.md, ASVS 6.3.8). */
const LIMIT = 5;

/** Each reason against the first one; of so many times of each trial, the one at this place. */
export function reportTiming(title: string, trials: Awaited<ReturnType<typeof inTurns>>, place = 0): string {
	const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
	const timesOf = ({ all }: (typeof trials)[number]) => all.map((times) => times[place] ?? Number.NaN);
	const base = trials.slice(0, 1).flatMap(timesOf);
	const rows = trials.map((trial) => {
		const times = timesOf(trial);
		const { estimate, least, most } = differenceOfMedians(times, base);
		// The whole range must lie within the limit: few rounds on a busy machine prove nothing.
		const isWithin = Math.max(-least, most) <= LIMIT;
		const verdict = isWithin ? "yes" : Math.max(least, -most) > LIMIT ? "no" : "cannot tell";
		const range = `${signed(least)} to ${signed(most)}`;
		const cells = [median(times).toFixed(2), signed(estimate), range, verdict];
		return [trial.reason, ...cells, rightAbout(base, times).toFixed(2)];
	});
	const columns = ["median", "difference", "99 % range", `within ${LIMIT} ms`, "right about one request"];
	return alignedTable([[`${title}, ${base.length} rounds; ms`, ...columns], ...rows]);
}

/** `floor`: SALLYPORT_REFUSAL_FLOOR. A round takes ten times that minimum, which is up to 5 s on a busy machine. */
export const scenario = defineScenario({ rounds: 20, floor: "" }, async ({ rounds, floor }) => {
	const refusals = await timeRefusals(rounds, 5, floor === "" ? {} : { SALLYPORT_REFUSAL_FLOOR: floor });
	const recovered = await timeRecoveries(rounds, 5);
	const answers = [
		reportTiming("refused logins", refusals),
		reportTiming("answers to recoveries", recovered),
	];
	return [...answers, reportTiming(`the slowest in ${WATCHED} ms after one`, recovered, 1)].join("\n\n");
});
