import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export const hasCurl = spawnSync("curl", ["--version"]).error === undefined;

/** Runs a curl command as it is shown on a page, in a shell whose working folder is `folder`; resolves with the body. */
export async function runDisplayed(command: string, folder: string): Promise<string> {
	if (!hasCurl) return await withFetch(command, folder);
	// -s: no progress meter among the output.
	const quiet = command.replace(/^curl /, "curl -s ");
	return (await promisify(execFile)("sh", ["-c", quiet], { cwd: folder, timeout: 20_000 })).stdout;
}

/** The same request on a machine without curl, understood from the very same text. */
async function withFetch(command: string, folder: string): Promise<string> {
	const words = [...command.replaceAll("\\\n", " ").matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
		([, quoted, plain]) => quoted?.replaceAll("'\\''", "'") ?? plain ?? "",
	);
	const valuesOf = (option: string) => words.filter((_, at) => words[at - 1] === option);
	const headers = new Headers(
		valuesOf("-H").map((line): [string, string] => [
			line.slice(0, line.indexOf(":")),
			line.slice(line.indexOf(":") + 2),
		]),
	);
	const [sent] = valuesOf("-b");
	if (sent !== undefined && existsSync(join(folder, sent)))
		headers.set("cookie", readFileSync(join(folder, sent), "utf8"));
	const response = await fetch(words.find((word) => /^https?:/.test(word)) ?? "", {
		method: valuesOf("-X")[0] ?? "GET",
		headers,
		body: valuesOf("-d")[0] ?? null,
	});
	const [kept] = valuesOf("-c");
	if (kept !== undefined) {
		const pairs = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
		writeFileSync(join(folder, kept), pairs.join("; "));
	}
	return await response.text();
}
