/** A process of its own for load, which must not share an event loop with the measuring process; it ends with its parent. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { inspect } from "node:util";

/** What the module of a helper exports, by name. Input and output travel as structured clones. */
type Tasks = Record<string, (input: never) => Promise<unknown>>;

export type Helper<Offered extends Tasks> = ReturnType<typeof startHelper<Offered>>;

type Report = { result: unknown } | { problem: string };

/** `file`: a module of this folder. */
export function startHelper<Offered extends Tasks>(file: string) {
	const child = fork(import.meta.filename, [file], { execArgv: [], serialization: "advanced" });
	const ended = once(child, "exit");
	const early = ended.then(([code]) => Promise.reject(new Error(`${file} ended with code ${code}.`)));
	early.catch(() => {});
	return {
		pid: child.pid ?? 0,
		/** One at a time. Rejects with the error of the helper. */
		async ask<Name extends keyof Offered & string>(
			name: Name,
			...[input]: Parameters<Offered[Name]>
		): Promise<Awaited<ReturnType<Offered[Name]>>> {
			const reported = once(child, "message");
			child.send({ name, input });
			const [report] = (await Promise.race([reported, early])) as [Report];
			if ("problem" in report) throw new Error(report.problem);
			return report.result as never;
		},
		async [Symbol.asyncDispose](): Promise<void> {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

if (import.meta.main) {
	const tasks: Promise<Tasks> = import(new URL(process.argv[2] ?? "", import.meta.url).href);
	process.on("disconnect", () => process.exit(0));
	process.on("message", async ({ name, input }: { name: string; input: never }) => {
		const asked = tasks.then((offered) => offered[name]?.(input));
		const report: Report = await asked.then(
			(result) => ({ result }),
			(error: unknown) => ({ problem: inspect(error) }),
		);
		process.send?.(report);
	});
}
