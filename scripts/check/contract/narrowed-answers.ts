import { type Answer, type Contract, follow, type Header } from "./document.ts";
import { narrowedSchema } from "./narrowed-schema.ts";

/** One status of one operation: what clients read today must still be there and mean the same. */
export function narrowedAnswers(
	contracts: { before: Contract; now: Contract },
	status: string,
	before: Answer,
	now: Answer,
): string[] {
	// A refusal may get a new code: clients take one that they do not know by its status.
	const pair = { ...contracts, use: "answer" as const, openValues: Number(status) >= 400 };
	const findings: string[] = [];
	for (const [type, { schema = {} }] of Object.entries(before.content ?? {})) {
		const current = now.content?.[type];
		if (current === undefined) findings.push(`${type}: is gone`);
		else findings.push(...narrowedSchema(pair, schema, current.schema ?? {}));
	}
	for (const [name, header] of Object.entries(before.headers ?? {})) {
		const current = now.headers?.[name];
		if (current === undefined) {
			findings.push(`header ${name}: is gone`);
			continue;
		}
		const old = follow<Header>(contracts.before, header);
		const still = follow<Header>(contracts.now, current);
		if (old.required === true && still.required !== true) findings.push(`header ${name}: may be missing now`);
		const narrowed = narrowedSchema(pair, old.schema ?? {}, still.schema ?? {});
		findings.push(...narrowed.map((what) => `header ${name} ${what}`));
	}
	return findings;
}
