import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const source = new URL("../../src/", import.meta.url).href;

/**
 * Runs the body of an async function in so many processes of their own, all let go at the same moment. The body finds
 * `opened` (not migrated), `migrate`, `inTransaction` and `number` (0, 1, …); resolves with what each returned.
 */
export async function inProcesses<T>(count: number, url: string, body: string): Promise<T[]> {
	const children = Array.from({ length: count }, (_, number) => {
		const program = `
			import { once } from "node:events";
			import { migrate } from "${source}platform/database/migrations/migrate.ts";
			import { inTransaction, openDatabase } from "${source}platform/database/open.ts";
			const number = ${number};
			process.stderr.write("ready");
			await once(process.stdin.resume(), "end");
			const opened = await openDatabase(${JSON.stringify(url)});
			const result = await (async () => { ${body} })();
			await opened.close();
			process.stdout.write(JSON.stringify(result ?? null));
		`;
		return spawn(process.execPath, ["--input-type=module", "--eval", program]);
	});
	try {
		await Promise.all(children.map((child) => once(child.stderr, "data")));
		const results = children.map(resultOf<T>);
		for (const child of children) child.stdin.end();
		return await Promise.all(results);
	} finally {
		for (const child of children) child.kill();
	}
}

async function resultOf<T>(child: ChildProcessWithoutNullStreams): Promise<T> {
	const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
	if (output === "") throw new Error(`The process failed: ${complaints}`);
	return JSON.parse(output) as T;
}
