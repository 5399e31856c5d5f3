/**
 * Whether the time of a refused login tells why it was refused: unknown user, wrong password, disabled, and so on, in turns
 * against the same service.
 */
import { setTimeout as rest } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { deploymentFolder, PASSWORD, runSallyport, startSallyport } from "../lib/sallyport.ts";
import { median, quantile } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { createConnection } from "../load/connection.ts";
import type * as CrowdTasks from "../load/crowd-process.ts";
import { startHelper } from "../load/helper.ts";
import { defineScenario } from "../scenario.ts";
import { protocols } from "../subjects/protocols.ts";

type Settings = Record<string, string>;

interface TimingOptions {
	/** At most, of both. */
	rounds: number;
	seconds: number;
	/** Connections that guess meanwhile, so that the queue is never empty; 0: an idle service. */
	load: number;
	/** SALLYPORT_*, besides those that keep the throttle out of it. */
	settings?: Settings;
	/** Rounds that do not count, for the just-in-time compiler. */
	warmUp?: number;
}

const WRONG = "brass otter lantern quiet";
const cheaper = { SALLYPORT_HASH_MEMORY: "8192", SALLYPORT_HASH_PASSES: "1" };
const expensive = { SALLYPORT_HASH_MEMORY: "47104", SALLYPORT_HASH_PASSES: "3" };

/** Users with two-step login. Few codes of one user are looked at, so each round has another one. */
const inTwoSteps = Array.from({ length: 300 }, (_, number) => `t${String(number).padStart(3, "0")}`);
const CODE = "000000";
const RECOVERY_CODE = "00000-00000-00000";

/** All names are equally long. The first is what the others are compared with; the second is the same, and shows the noise. */
export const trials = Object.entries<[username: string | null, password: string, code?: string]>({
	"unknown user": ["nora", WRONG],
	"another unknown user": ["noah", WRONG],
	"wrong password": ["kate", WRONG],
	"disabled, right password": ["dave", PASSWORD],
	"disabled, wrong password": ["dora", WRONG],
	"invited, no password yet": ["ivan", WRONG],
	"wrong password, older cheaper hash": ["cher", WRONG],
	"wrong password, older expensive hash": ["dean", WRONG],
	"wrong password, imported PBKDF2 of 10,000": ["pete", WRONG],
	"wrong password, imported bcrypt of 12": ["bert", WRONG],
	"two steps, wrong password with a code": [null, WRONG, CODE],
	"two steps, wrong code": [null, PASSWORD, CODE],
	"two steps, wrong password with a recovery code": [null, WRONG, RECOVERY_CODE],
	"two steps, wrong recovery code": [null, PASSWORD, RECOVERY_CODE],
}).map(([reason, [username, password, code]]) => ({ reason, username, password, code }));

/** Of passwords that are not known. */
const imported = [
	"username,passwordHash",
	"pete,pbkdf2_sha256$10000$aBcDeFgHiJkL$VZ+exZCobpLF/jo4in7Eee0qIDPBZfLMT9bqnzhOtxc=",
	"bert,$2b$12$UU2mSfT0T1g.X7jHMBA0yOCJCdsFa.8AWO9aqsQv4MUlMwcrq4oNu",
];

async function makeUsers(folder: string, settings: Settings): Promise<void> {
	const add = (name: string, own: Settings = {}) =>
		runSallyport(folder, ["user", "add", name, "--password-stdin"], {
			input: `${PASSWORD}\n`,
			settings: { ...settings, ...own },
		});
	for (const name of ["kate", "dave", "dora"]) await add(name);
	for (const name of ["dave", "dora"]) await runSallyport(folder, ["user", "disable", name], { settings });
	await runSallyport(folder, ["user", "add", "ivan"], { settings });
	await add("cher", cheaper);
	await add("dean", expensive);
	const input = `${imported.join("\n")}\n`;
	await runSallyport(folder, ["user", "import", "-", "--format", "csv"], { input, settings });
	const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
	const totp = { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" };
	const lines = inTwoSteps.map((username) => JSON.stringify({ username, passwordHash, totp }));
	await runSallyport(folder, ["user", "import", "-"], { input: `${lines.join("\n")}\n`, settings });
}

const throttle = {
	// One address fails all the time, and some accounts: the throttle is not what is measured.
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
	SALLYPORT_ADDRESS_FAILURES: "1000000",
};
/** What the throttle allows one account with these settings. */
const MOST_ROUNDS = 900;
const WARM_UP = 5;
/** Milliseconds until the load has filled the queue. */
const FILL = 2000;

/** One refusal of each kind per round, in random order, one at a time over one connection. Times are in milliseconds, one per round. */
export async function measureTiming(options: TimingOptions) {
	using folder = deploymentFolder();
	await using ends = new AsyncDisposableStack();
	const settings = { ...throttle, ...options.settings };
	await makeUsers(folder.path, settings);
	const { port } = ends.use(await startSallyport(folder.path, { settings }));
	if (options.load > 0) {
		const crowd = ends.use(startHelper<typeof CrowdTasks>("crowd-process.ts"));
		const given = { port, protocol: "sallyport", who: "unknown", from: "many" } as const;
		await crowd.ask("prepare", { ...given, connections: options.load });
		await crowd.ask("begin");
		await rest(FILL);
	}
	using connection = createConnection(port);
	const { begin, login } = protocols.sallyport;
	const wrong: string[] = [];
	const measured: number[][] = [];
	const until = performance.now() + options.seconds * 1000;
	const rounds = Math.min(options.rounds, MOST_ROUNDS);
	const isTime = (round: number) => round < rounds && (performance.now() < until || round < 1);
	for (let round = -(options.warmUp ?? WARM_UP); isTime(round); round += 1) {
		// A CSRF token allows a number of failures, too.
		const visit = await begin(connection);
		const times: number[] = [];
		const keys = trials.map((_, index) => ({ index, key: Math.random() }));
		for (const { index } of keys.sort((one, other) => one.key - other.key)) {
			const { reason, ...tried } = trials[index] as (typeof trials)[number];
			const username = tried.username ?? inTwoSteps.at(round % inTwoSteps.length) ?? "";
			const person = { ...tried, username };
			const asked = performance.now();
			const { status, body } = await connection.send(login(person, "token", visit));
			times[index] = performance.now() - asked;
			// Under load some are not tried at all; then the round says nothing.
			if (status === 503) times[index] = Number.NaN;
			else if (status !== 401 || !body.includes('"code":"invalid_credentials"'))
				wrong.push(`${reason}: ${status} ${body}`);
		}
		if (round >= 0 && !times.some(Number.isNaN)) measured.push(times);
	}
	const times = trials.map(({ reason }, index) => ({
		reason,
		times: measured.map((row) => row[index] ?? 0),
	}));
	return { load: options.load, times, wrong };
}

const RESAMPLES = 2000;

/**
 * `one` minus `other`, which were measured in turns: element n of both in round n. The range, with a confidence of 99 %, by
 * bootstrap over rounds, which keeps together what the same moment of the machine has touched.
 */
export function differenceOfMedians(one: readonly number[], other: readonly number[]) {
	const resampled = Array.from({ length: RESAMPLES }, () => {
		const drawn = one.map(() => Math.floor(Math.random() * one.length));
		const of = (values: readonly number[]) => median(drawn.map((round) => values[round] ?? Number.NaN));
		return of(one) - of(other);
	});
	const [least, most] = [quantile(resampled, 0.005), quantile(resampled, 0.995)];
	return { estimate: median(one) - median(other), least, most };
}

/** Milliseconds that medians may differ (docs/security.md, ASVS 6.3.8). */
const LIMIT = 5;

/** Each reason for a refusal against the first one. */
export function reportTiming({ times, wrong, load }: Awaited<ReturnType<typeof measureTiming>>): string {
	const [base, ...others] = times;
	if (base === undefined) throw new Error("Nothing was measured.");
	const ms = (values: readonly number[]) => median(values).toFixed(2);
	const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
	const rows = others.map(({ reason, times: own }) => {
		const { estimate, least, most } = differenceOfMedians(own, base.times);
		// The whole range must lie within the limit: few rounds on a busy machine prove nothing.
		const isOutside = least > LIMIT || most < -LIMIT;
		const verdict = -LIMIT <= least && most <= LIMIT ? "yes" : isOutside ? "no" : "cannot tell";
		return [reason, ms(own), signed(estimate), `${signed(least)} to ${signed(most)}`, verdict];
	});
	const title = `${base.times.length} rounds, ${load === 0 ? "idle service" : `while ${load} connections guess`}; ms`;
	const table = alignedTable([
		[title, "median", "difference of medians", "99 % range", `within ${LIMIT} ms`],
		[base.reason, ms(base.times)],
		...rows,
		["answered wrongly", String(wrong.length)],
	]);
	return [table, ...wrong.slice(0, 5)].join("\n");
}

/** As many rounds as fit into the seconds, and no more than given. `floor`: SALLYPORT_REFUSAL_FLOOR. */
export const scenario = defineScenario(
	{ rounds: 200, seconds: 120, load: 0, floor: "" },
	async ({ floor, ...numbers }) => {
		const settings: Settings = floor === "" ? {} : { SALLYPORT_REFUSAL_FLOOR: floor };
		return reportTiming(await measureTiming({ ...numbers, settings }));
	},
);
