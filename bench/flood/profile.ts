/** Where the main thread of the server spends its time: sums over a file that `node --cpu-prof` writes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ServerProfile {
	/** Seconds. */
	total: number;
	/** Most time first. */
	functions: Array<{ name: string; place: string; seconds: number }>;
}

/** What of it we read. Times in microseconds of the monotonic clock. */
interface CpuProfile {
	startTime: number;
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string; lineNumber: number } }>;
	samples: number[];
	timeDeltas: number[];
}

/** Reads the profile of the first thread, between two moments. */
export function readProfile(folder: string, { from, to }: { from: number; to: number }): ServerProfile {
	// CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile
	const file = readdirSync(folder).find((name) => name.split(".")[4] === "0");
	if (file === undefined) throw new Error(`There is no profile of the main thread in ${folder}.`);
	const profile = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile;
	const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
	const sums = new Map<string, { name: string; place: string; seconds: number }>();
	let now = profile.startTime;
	let total = 0;
	for (const [index, id] of profile.samples.entries()) {
		const delta = profile.timeDeltas[index + 1] ?? 0;
		now += profile.timeDeltas[index] ?? 0;
		if (now < from || now > to) continue;
		const frame = frames.get(id);
		const name = frame?.functionName || "(anonymous)";
		const place = frame === undefined ? "" : shortPlace(frame);
		const sum = sums.get(`${name} ${place}`) ?? { name, place, seconds: 0 };
		sum.seconds += delta / 1e6;
		total += delta / 1e6;
		sums.set(`${name} ${place}`, sum);
	}
	return { total, functions: [...sums.values()].sort((a, b) => b.seconds - a.seconds) };
}

function shortPlace({ url, lineNumber }: { url: string; lineNumber: number }): string {
	if (url === "") return "";
	const short = url.replace(/^.*\/(?:node_modules|packages\/server)\//, "");
	return `${short}:${lineNumber + 1}`;
}
