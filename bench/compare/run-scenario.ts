import { alignedTable } from "../lib/table.ts";
import { factsOf } from "../page/facts.ts";
import { failuresOf } from "../page/failures.ts";
import type { Rows } from "../page/rows.ts";
import { type CompareOptions, readCompareOptions } from "./options.ts";
import { createProgress } from "./progress.ts";
import type { SubjectFacts } from "./result.ts";
import { prepareStage, type Stage } from "./stage.ts";

export interface Outcome {
	figures: unknown;
	tables: Rows[];
	/** What is to be said below the tables. */
	notes?: string[];
}

/** The main program of a scenario: prepares the subjects, measures, prints the tables and what failed. */
export async function runScenario(
	measure: (stage: Stage, facts: SubjectFacts[], options: CompareOptions) => Promise<Outcome>,
): Promise<void> {
	const options = readCompareOptions();
	const progress = createProgress();
	await using stage = await prepareStage(options.subjects, { pace: options.pace, progress });
	const facts = factsOf(stage);
	const { figures, tables, notes = [] } = await measure(stage, facts, options);
	progress.end();
	const texts = [...tables.map(alignedTable), ...failuresOf(facts, figures), ...notes];
	console.log(texts.join("\n\n"));
}
