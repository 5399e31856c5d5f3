/** A protected route beside an open one of the same API, in turns. */
import { spawn } from "node:child_process";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startHelper } from "../lib/helper-process.ts";
import type { ApiTasks } from "./api-process.ts";
import type { Issuer } from "./issuer.ts";

const CONNECTIONS = 20;
const autocannon = fileURLToPath(import.meta.resolve("autocannon"));

export interface Routes {
	/** For each round, answers per second. */
	open: number[];
	protected: number[];
}

export async function measureRoutes(
	issuer: Issuer,
	{ rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Routes> {
	const api = startHelper<ApiTasks>(new URL("./api-process.ts", import.meta.url));
	try {
		const url = await api.ask("start", { issuer: issuer.url });
		// Both get the same requests, so that they differ in nothing else.
		const authorization = `Bearer ${await issuer.token(1)}`;
		const answersOf = (path: string) => load(`${url}${path}`, authorization, Math.ceil(milliseconds / 1000));
		const found: Routes = { open: [], protected: [] };
		for (const path of ["/open", "/protected"]) await answersOf(path);
		for (let round = 0; round < rounds; round += 1) {
			found.open.push(await answersOf("/open"));
			found.protected.push(await answersOf("/protected"));
		}
		return found;
	} finally {
		await api.end();
	}
}

/** Answers per second, from a process of its own. Rejects when one of them was a refusal. */
async function load(url: string, authorization: string, seconds: number): Promise<number> {
	const options = [
		"-j",
		"-c",
		String(CONNECTIONS),
		"-d",
		String(seconds),
		"-H",
		`authorization=${authorization}`,
	];
	const child = spawn(process.execPath, [autocannon, ...options, url], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const { requests, duration, non2xx, errors } = (await json(child.stdout)) as {
		requests: { total: number };
		duration: number;
		non2xx: number;
		errors: number;
	};
	if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
	return requests.total / duration;
}
