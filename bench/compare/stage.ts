import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../lib/temporary-folder.ts";
import type { Deployment, Subject } from "../subjects/subject.ts";
import type { Progress } from "./progress.ts";

/** How thoroughly. */
export interface Pace {
	rounds: number;
	/** Of each measurement; autocannon knows only whole ones. */
	seconds: number;
	/** Whether the first round of each subject is preceded by load that does not count. */
	warmUp: boolean;
}

export type Prepared = Subject & Deployment;

/** Everything that the scenarios of one run share. */
export interface Stage extends AsyncDisposable {
	pace: Pace;
	progress: Progress;
	subjects: Prepared[];
	/** Who cannot be measured here, and why. */
	missing: Array<{ subject: Subject; problem: string }>;
}

/** Lays the databases of all subjects, once for all scenarios; they go with the stage. */
export async function prepareStage(
	wanted: readonly Subject[],
	{ pace, progress }: { pace: Pace; progress: Progress },
): Promise<Stage> {
	await using ends = new AsyncDisposableStack();
	const folder = ends.use(temporaryFolder());
	const subjects: Prepared[] = [];
	const missing: Stage["missing"] = [];
	progress.scenario("preparing");
	for (const subject of wanted) {
		progress.step(subject.title);
		const own = join(folder.path, subject.name);
		mkdirSync(own);
		try {
			const deployment = await subject.prepare(own);
			ends.defer(() => deployment.close());
			subjects.push({ ...subject, ...deployment });
		} catch (error) {
			missing.push({ subject, problem: error instanceof Error ? error.message : String(error) });
		}
	}
	const kept = ends.move();
	return { pace, progress, subjects, missing, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
