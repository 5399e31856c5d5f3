import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../../packages/server/bin/sallyport.mjs", import.meta.url));

/** What every process of one deployment gets: its database and first admin, whose password is in the file `password`. */
export function environmentOf(folder: string): NodeJS.ProcessEnv {
	return {
		PATH: process.env.PATH,
		// Its own, so that the first start is a cold one.
		NODE_COMPILE_CACHE: join(folder, "compiled"),
		SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "bench.db")}`,
		SALLYPORT_ADMIN_PASSWORD_FILE: join(folder, "password"),
		SALLYPORT_HASH_THREADS: "2",
		// A few users log in far more often here than people do.
		SALLYPORT_ACCOUNT_LOGINS: "100000",
	};
}

/** Runs `sallyport …` on the database of a folder, to its end. Rejects with what it printed if it fails. */
export async function runSallyport(
	folder: string,
	words: string[],
	{ input = "", settings = {} }: { input?: string; settings?: Record<string, string> } = {},
): Promise<void> {
	const child = spawn(process.execPath, [program, ...words], {
		cwd: folder,
		env: { ...environmentOf(folder), ...settings },
		stdio: ["pipe", "ignore", "pipe"],
	});
	child.stdin.end(input);
	const [[code], problem] = await Promise.all([once(child, "close"), text(child.stderr)]);
	if (code !== 0) throw new Error(`sallyport ${words.join(" ")} failed: ${problem}`);
}

/** Without a password the user stays invited. */
export function addUser(
	folder: string,
	name: string,
	{ password, settings = {} }: { password?: string; settings?: Record<string, string> },
): Promise<void> {
	const options = password === undefined ? [] : ["--password-stdin"];
	return runSallyport(folder, ["user", "add", name, ...options], { input: `${password ?? ""}\n`, settings });
}
