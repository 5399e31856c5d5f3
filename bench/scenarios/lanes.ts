/**
 * Who gets at the hashing threads: owners with the right password on unknown devices, and known devices, while one known
 * device floods, or strangers from many addresses, of networks of their own or all of one /48.
 */
import { setPriority } from "node:os";
import { setTimeout as rest } from "node:timers/promises";
import { inspect } from "node:util";
import { addPeople, deploymentFolder, PASSWORD, startSallyport } from "../lib/sallyport.ts";
import { sumOf } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { type Connection, createConnection, type Headers } from "../load/connection.ts";
import type * as CrowdTasks from "../load/crowd-process.ts";
import { startHelper } from "../load/helper.ts";
import type * as VisitorTasks from "../load/visitors-process.ts";
import { defineScenario, numbersOf } from "../scenario.ts";
import { protocols } from "../subjects/protocols.ts";
import { people } from "../subjects/subject.ts";

const floods = {
	"one known device": { who: "one known device", from: "one" },
	strangers: { who: "unknown", from: "networks of their own" },
	"strangers of one /48": { who: "unknown", from: "one /48" },
} as const;

interface LaneOptions {
	/** Requests in flight. */
	floods: readonly number[];
	owners: number;
	/** Milliseconds: in which the owners begin; in which known devices log in; until what waits is answered or late. */
	arrival: number;
	watched: number;
	pause: number;
}

type LaneFigures = Awaited<ReturnType<typeof measureFlood>>;

const MOST_TRIES = 4;
/** Milliseconds for the flood to fill the queue. */
const WARM_UP = 2000;
const { begin, login } = protocols.sallyport;

// The guessers of a run are never rate limited: it measures the queue.
const settings = { SALLYPORT_ADDRESS_FAILURES: "100000" };

/** One service, and one flood after the other. */
export async function measureLanes(options: LaneOptions): Promise<LaneFigures[]> {
	using folder = deploymentFolder();
	const owners = Array.from({ length: options.owners }, (_, owner) => `owner${owner}`);
	await addPeople(folder.path, [...people.map(({ username }) => username), ...owners], { settings });
	await using server = await startSallyport(folder.path, { settings });
	const figures: LaneFigures[] = [];
	for (const by of Object.keys(floods) as Array<keyof typeof floods>)
		for (const inFlight of options.floods) {
			process.stderr.write(`${inFlight} in flight, flood by ${by} …\n`);
			figures.push(await measureFlood(server.port, { by, inFlight, run: figures.length + 1 }, options));
		}
	return figures;
}

async function measureFlood(
	port: number,
	{ by, inFlight, run }: { by: keyof typeof floods; inFlight: number; run: number },
	{ owners, arrival, watched, pause }: LaneOptions,
) {
	await using crowd = startHelper<typeof CrowdTasks>("crowd-process.ts");
	await using known = startHelper<typeof VisitorTasks>("visitors-process.ts");
	// Attackers have machines of their own. Here they take what service and owners leave, or they would starve the hashing threads.
	setPriority(crowd.pid, 19);
	await known.ask("prepare", { port, protocol: "sallyport", kinds: ["byDevice"], checkers: 0 });
	using connection = createConnection(port, owners);
	const visits = await Promise.all(Array.from({ length: owners }, () => begin(connection)));
	await crowd.ask("prepare", { port, protocol: "sallyport", connections: inFlight, run, ...floods[by] });
	await crowd.ask("begin");
	const began = performance.now();
	await rest(WARM_UP);
	const wrong: string[] = [];
	const [seen, ...tries] = await Promise.all([
		known.ask("watch", { duration: watched }),
		...visits.map(async (visit, owner) => {
			await rest((owner * arrival) / owners);
			const shown = { ...visit, "x-forwarded-for": `198.51.${run}.${owner}` };
			return tryToLogIn(connection, `owner${owner}`, shown, wrong);
		}),
	]);
	const { answers } = await crowd.ask("count");
	const seconds = (performance.now() - began) / 1000;
	await crowd.ask("end");
	await rest(pause);
	const device = seen.logins.byDevice ?? { tried: 0, done: [] };
	/** `tries`: at which each owner got in; one more than there are: never. `answers` to the flood, by status. */
	return { by, inFlight, tries, known: device, answers, seconds, wrong: [...wrong, ...seen.wrong] };
}

/** As a patient client: again when Retry-After says. Resolves to the try that worked, or one more than there are. */
async function tryToLogIn(
	connection: Connection,
	username: string,
	shown: Headers,
	wrong: string[],
): Promise<number> {
	for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
		try {
			const request = login({ username, password: PASSWORD }, "token", shown);
			const { status, headers, body } = await connection.send(request);
			if (status === 200) return attempt;
			if (status !== 503 && status !== 429) wrong.push(`an owner: ${status} ${body}`);
			if (attempt < MOST_TRIES) await rest(1000 * Number(headers["retry-after"] ?? 1));
		} catch (error) {
			wrong.push(`an owner: ${String(error)}`);
		}
	}
	return MOST_TRIES + 1;
}

export function reportLanes(figures: readonly LaneFigures[]): string {
	const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(part === of ? 0 : 1)} %`;
	const rows = figures.map(({ by, inFlight, tries, known, answers, seconds }) => {
		const within = (most: number) => percent(tries.filter((tried) => tried <= most).length, tries.length);
		const perSecond = (...statuses: number[]) =>
			(sumOf(statuses.map((status) => answers[status] ?? 0)) / seconds).toFixed(0);
		const done = `${percent(known.done.length, known.tried)} of ${known.tried}`;
		const floodRates = [perSecond(200, 401), perSecond(503), perSecond(429)];
		return [by, String(inFlight), String(tries.length), within(1), within(MOST_TRIES), done, ...floodRates];
	});
	const head = ["flood by", "in flight", "owners", "first try", `≤ ${MOST_TRIES} tries`, "known"];
	return alignedTable([[...head, "flood/s: looked at", "503", "429"], ...rows]);
}

export const scenario = defineScenario({ flood: "24,320,2000", owners: 30 }, async ({ flood, owners }) => {
	const times = { arrival: 8000, watched: 16_000, pause: 3000 };
	const figures = await measureLanes({ floods: numbersOf(flood), owners, ...times });
	const wrong = figures.flatMap((each) => each.wrong);
	const some = `answered wrongly, or not at all: ${wrong.length}, such as ${inspect(wrong.slice(0, 3))}`;
	return [reportLanes(figures), ...(wrong.length === 0 ? [] : [some])].join("\n");
});
