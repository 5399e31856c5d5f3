/**
 * What logins to applications and other work of the service cost each other: checks of a cookie alone and beside twenty logins a second,
 * in turns; and the logins to an application of users who are logged in, alone and under a flood of wrong passwords.
 */
import { setTimeout as rest } from "node:timers/promises";
import { createVisitor, type Visitor } from "../../packages/server/test/support/visitor.ts";
import { onBothDatabases } from "../lib/both-databases.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { deploymentIn, withPassword } from "../lib/sallyport.ts";
import { median, percent, quantile, showNumber } from "../lib/statistics.ts";
import { alignedTable, type Rows } from "../lib/table.ts";
import { type Application, addApplication, logIn, logInAll } from "../load/application-logins.ts";
import type * as CrowdTasks from "../load/crowd-process.ts";
import { startHelper } from "../load/helper.ts";
import { loadServer } from "../load/load.ts";
import type * as LoadTasks from "../load/load-process.ts";
import { defineScenario } from "../scenario.ts";

const names = Array.from({ length: 60 }, (_, index) => `user-${index}`);
const CHECKERS = 10;
/** Logins a second, and seconds. */
const WARM_UP_RATE = 80;
const WARM_UP = 15;
/** Milliseconds, for the queue of the flood to fill. */
const SETTLE = 1000;

interface Crowd {
	users: readonly Visitor[];
	/** The application itself. */
	anyone: Visitor;
	application: Application;
}

interface Paced {
	tried: number;
	/** Milliseconds from when a login was due, of those that were done. */
	took: number[];
	/** Why the others were not. */
	failed: string[];
}

/** A login is due so often, however long the last one takes. Those under way at the end are waited for. */
async function logInPaced(
	{ users, anyone, application }: Crowd,
	{ perSecond, seconds }: Record<"perSecond" | "seconds", number>,
): Promise<Paced> {
	const paced: Paced = { tried: 0, took: [], failed: [] };
	const began = performance.now();
	const underWay: Array<Promise<void>> = [];
	for (let turn = 0; turn < perSecond * seconds; turn += 1) {
		const due = began + (turn * 1000) / perSecond;
		await rest(Math.max(0, due - performance.now()));
		const user = users[turn % users.length];
		if (user === undefined) continue;
		paced.tried += 1;
		const done = logIn(user, anyone, application).then(
			() => void paced.took.push(performance.now() - due),
			(error) => void paced.failed.push(String(error)),
		);
		underWay.push(done);
	}
	await Promise.all(underWay);
	return paced;
}

const timesOf = ({ took }: Paced) => `${showNumber(median(took))}, ${showNumber(quantile(took, 0.99))}`;

/** Rows of both tables, for one database. */
async function measure(
	name: string,
	settings: Record<string, string>,
	{ seconds, rounds, perSecond, connections }: typeof defaults,
): Promise<Record<"checks" | "flood", Rows>> {
	await using ends = new AsyncDisposableStack();
	const folder = ends.use(temporaryFolder()).path;
	const deployment = deploymentIn(folder, { settings: { ...settings, SALLYPORT_OIDC: "on" } });
	await deployment.addUsers(withPassword(names));
	const application = await addApplication(deployment);
	const { pid, port } = ends.use(await deployment.start());
	const users = await logInAll(port, names);
	const crowd = { users, anyone: createVisitor(`http://localhost:${port}`), application };
	const cookies = users.map(({ cookies }) => [...cookies].map((pair) => pair.join("=")).join("; "));
	const requests = cookies.map((cookie) => ({ path: "/api/auth/session", headers: { cookie } }));
	const load = ends.use(startHelper<typeof LoadTasks>("load-process.ts"));
	const check = async (warmUp = false) => {
		const order = { port, connections: CHECKERS, duration: seconds * 1000, requests };
		return (await loadServer(load, pid, order, { warmUp })).perSecond;
	};
	await check(true);
	// The compiler has seen a thousand logins, as in a service that has run for an hour.
	await logInPaced(crowd, { perSecond: WARM_UP_RATE, seconds: WARM_UP });
	const [alone, beside, quiet]: [number[], number[], Paced[]] = [[], [], []];
	for (let round = 0; round < rounds; round += 1) {
		alone.push(await check());
		const [rate, logins] = await Promise.all([check(), logInPaced(crowd, { perSecond, seconds })]);
		beside.push(rate);
		quiet.push(logins);
	}
	const [before, during] = [median(alone), median(beside)];
	const done = quiet.flatMap(({ took }) => took);
	const tried = quiet.reduce((sum, each) => sum + each.tried, 0);
	const besideChecks = `${percent(done.length / tried)} of ${tried}`;
	const checks = [name, showNumber(before), showNumber(during), percent(during / before), besideChecks];

	const attackers = ends.use(startHelper<typeof CrowdTasks>("crowd-process.ts"));
	await attackers.ask("prepare", { port, protocol: "sallyport", connections, who: "half unknown" });
	const calm = await logInPaced(crowd, { perSecond, seconds });
	await attackers.ask("begin");
	await rest(SETTLE);
	const flooded = await logInPaced(crowd, { perSecond, seconds: 2 * seconds });
	await attackers.ask("end");
	const failed = [...calm.failed, ...flooded.failed].slice(0, 1);
	const part = ({ took, tried }: Paced) => `${percent(took.length / tried)} of ${tried}`;
	const row = [name, part(calm), timesOf(calm), part(flooded), timesOf(flooded), ...failed];
	return { checks: [checks], flood: [row] };
}

/** `seconds`: of each measurement; the flood takes twice as long. */
const defaults = { seconds: 5, rounds: 5, perSecond: 20, connections: 200 };

export const scenario = defineScenario(defaults, async (options) => {
	const [sqlite, postgres] = await onBothDatabases((name, settings) => measure(name, settings, options));
	const { perSecond, connections } = options;
	const both = (what: "checks" | "flood") => [...sqlite[what], ...postgres[what]];
	const checks = ["checks a second", "alone", `beside ${perSecond} logins a second`, "kept", "logins done"];
	const flood = [
		"logins to an application",
		"quiet",
		"p50, p99, ms",
		`${connections} guessers`,
		"p50, p99, ms",
	];
	return [
		[checks, ...both("checks")],
		[flood, ...both("flood")],
	]
		.map(alignedTable)
		.join("\n\n");
});
