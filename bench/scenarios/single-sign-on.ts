/**
 * What single sign-on costs a service that has it off and one that has it on: the time to the first login, memory at rest. And how many
 * logins to an application it completes a second, of users who are logged in: authorize, token, userinfo.
 */
import { setTimeout as rest } from "node:timers/promises";
import { createVisitor } from "../../packages/server/test/support/visitor.ts";
import { startDurablePostgres } from "../lib/durable-postgres.ts";
import { temporaryFolder } from "../lib/processes.ts";
import { memoryOf } from "../lib/processor.ts";
import {
	cheapArgon2id,
	cheapHashing,
	deploymentIn,
	PASSWORD,
	SECRET,
	withPassword,
} from "../lib/sallyport.ts";
import { median, showNumber } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { type Application, addApplication, logIn, logInAll } from "../load/application-logins.ts";
import { defineScenario } from "../scenario.ts";

const names = Array.from({ length: 100 }, (_, index) => `user-${index}`);
const AT_ONCE = 16;
/** Milliseconds after which a service is at rest; the library is loaded then. */
const REST = 3000;

type Deployment = ReturnType<typeof deploymentIn>;

/** Logins a second. */
async function measureLogins(port: number, application: Application, seconds: number): Promise<number> {
	const users = await logInAll(port, names);
	const anyone = createVisitor(`http://localhost:${port}`);
	const began = performance.now();
	const end = began + seconds * 1000;
	let done = 0;
	const work = async (first: number) => {
		for (let index = first; performance.now() < end; index += AT_ONCE) {
			const user = users[index % users.length];
			if (user !== undefined) await logIn(user, anyone, application);
			done += 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
	return (done * 1000) / (performance.now() - began);
}

/** Milliseconds to the first login, and resident MB at rest. */
async function measureStart(deployment: Deployment): Promise<{ first: number; resident: number }> {
	const began = performance.now();
	const server = await deployment.start();
	try {
		const { status } = await createVisitor(`http://localhost:${server.port}`).logIn("user-0", PASSWORD);
		const first = performance.now() - began;
		if (status !== 200) throw new Error(`The first login was answered ${status}`);
		await rest(REST);
		return { first, resident: memoryOf(server.pid).resident };
	} finally {
		await server.end();
	}
}

export const scenario = defineScenario({ seconds: 8, rounds: 5 }, async ({ seconds, rounds }) => {
	const cluster = await startDurablePostgres();
	try {
		const rows = [["database", "logins a second", "first login, off", "on", "MB at rest, off", "on"]];
		for (const [name, url] of [
			["SQLite", null],
			["PostgreSQL", cluster.url("sallyport")],
		] as const) {
			using folder = temporaryFolder();
			const settings = {
				...cheapHashing,
				...(url === null ? {} : { SALLYPORT_DATABASE_URL: url, SALLYPORT_SECRET: SECRET }),
			};
			const off = deploymentIn(folder.path, { settings });
			const on = deploymentIn(folder.path, { settings: { ...settings, SALLYPORT_OIDC: "on" } });
			const first = await on.start();
			await on.addUsers(withPassword(names, cheapArgon2id));
			const application = await addApplication(on);
			await rest(REST);
			const rate = await measureLogins(first.port, application, seconds);
			await first.end();
			const starts: Record<"off" | "on", Array<{ first: number; resident: number }>> = { off: [], on: [] };
			for (let round = 0; round < rounds; round += 1) {
				starts.off.push(await measureStart(off));
				starts.on.push(await measureStart(on));
			}
			const of = (kind: "off" | "on", what: "first" | "resident") =>
				showNumber(median(starts[kind].map((each) => each[what])));
			const figures = [of("off", "first"), of("on", "first"), of("off", "resident"), of("on", "resident")];
			rows.push([name, showNumber(rate), ...figures]);
		}
		return alignedTable(rows);
	} finally {
		await cluster.stop();
	}
});
