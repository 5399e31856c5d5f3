/** A process of its own for load, which must not share an event loop with the measuring process; it ends with its parent. */
import { fork } from "node:child_process";
import { once } from "node:events";

/** What the helper can be asked for, by name. Input and output travel as structured clones. */
export type Tasks = Record<string, (input: never) => Promise<unknown>>;

export interface Helper<Offered extends Tasks> extends AsyncDisposable {
	pid: number;
	/** One at a time. Rejects with the error of the helper. */
	ask<Name extends keyof Offered & string>(
		name: Name,
		...input: Parameters<Offered[Name]>
	): Promise<Awaited<ReturnType<Offered[Name]>>>;
}

type Report = { result: unknown } | { problem: string };

/** `file`: in this folder. */
export function startHelper<Offered extends Tasks>(file: string): Helper<Offered> {
	const child = fork(new URL(file, import.meta.url), { execArgv: [], serialization: "advanced" });
	const ended = once(child, "exit");
	const early = ended.then(([code]) => Promise.reject(new Error(`${file} ended with code ${code}.`)));
	early.catch(() => {});
	return {
		pid: child.pid ?? 0,
		async ask<Name extends keyof Offered & string>(
			name: Name,
			...[input]: Parameters<Offered[Name]>
		): Promise<Awaited<ReturnType<Offered[Name]>>> {
			const reported = once(child, "message");
			child.send({ name, input });
			const [report] = (await Promise.race([reported, early])) as [Report];
			if ("problem" in report) throw new Error(report.problem);
			return report.result as Awaited<ReturnType<Offered[Name]>>;
		},
		async [Symbol.asyncDispose]() {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

/** The main program of a helper. */
export function offer(tasks: Tasks): void {
	process.on("disconnect", () => process.exit(0));
	process.on("message", async ({ name, input }: { name: string; input: never }) => {
		let report: Report;
		try {
			report = { result: await tasks[name]?.(input) };
		} catch (error) {
			report = { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
		}
		process.send?.(report);
	});
}
