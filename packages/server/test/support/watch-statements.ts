import { StatementSync } from "node:sqlite";

/** Every statement that SQLite is given meanwhile, in this process: the only service in it must be the one that is watched. */
export async function watchStatements(act: () => Promise<unknown>): Promise<string[]> {
	const seen: string[] = [];
	const { all, run } = StatementSync.prototype;
	const watch = (original: typeof run) =>
		function (this: StatementSync, ...values: Parameters<typeof run>) {
			// Those each instance reads every second, whatever is asked of it.
			if (!this.sourceSQL.includes('from "sealing_keys"')) seen.push(this.sourceSQL);
			return original.apply(this, values);
		};
	Object.assign(StatementSync.prototype, { all: watch(all as unknown as typeof run), run: watch(run) });
	try {
		await act();
	} finally {
		Object.assign(StatementSync.prototype, { all, run });
	}
	return seen;
}
