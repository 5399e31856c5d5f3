import type { Contract, Operation, Parameter } from "./document.ts";
import { narrowedSchema } from "./narrowed-schema.ts";

/** Parameters and body: what clients send today must still be taken, and be enough. */
export function narrowedRequest(
	contracts: { before: Contract; now: Contract },
	before: Operation,
	now: Operation,
): string[] {
	const pair = { ...contracts, use: "request" as const };
	const findings: string[] = [];
	const named = ({ parameters = [] }: Operation) => new Map(parameters.map((each) => [nameOf(each), each]));
	const old = named(before);
	for (const [name, current] of named(now)) {
		const known = old.get(name);
		if (current.required === true && known?.required !== true) findings.push(`${name}: is required now`);
		if (known !== undefined) {
			const narrowed = narrowedSchema(pair, known.schema ?? {}, current.schema ?? {});
			findings.push(...narrowed.map((what) => `${name} ${what}`));
		}
	}
	for (const [name, each] of old) {
		// A header that is no longer read does no harm.
		if (each.in !== "header" && !named(now).has(name)) findings.push(`${name}: is gone`);
	}
	if (now.requestBody?.required === true && before.requestBody?.required !== true)
		findings.push("body: is required now");
	for (const [type, { schema = {} }] of Object.entries(before.requestBody?.content ?? {})) {
		const current = now.requestBody?.content[type];
		if (current === undefined) findings.push(`body ${type}: is refused now`);
		else findings.push(...narrowedSchema(pair, schema, current.schema ?? {}).map((what) => `body ${what}`));
	}
	return findings;
}

const nameOf = (parameter: Parameter) =>
	`${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
