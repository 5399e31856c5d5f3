import { type Contract, resolveSchema, type Schema } from "./document.ts";
import { narrowedLimits } from "./narrowed-limits.ts";
import { narrowedValues } from "./narrowed-values.ts";

/** Requests must stay acceptable; answers must stay understood. */
export type Use = "request" | "answer";

export interface Pair {
	before: Contract;
	now: Contract;
	use: Use;
	/** Whether lists of values may grow in answers, as error codes may. */
	openValues?: boolean;
}

/**
 * What a client of the schema before would run into now, one sentence each, beginning with a JSON pointer. Of a request:
 * what was accepted and is not any more. Of an answer: what may come and was not described, or came and does not.
 */
export function narrowedSchema(pair: Pair, before: Schema, now: Schema, pointer = ""): string[] {
	const old = resolveSchema(pair.before, before);
	const current = resolveSchema(pair.now, now);
	if (old.anyOf !== undefined || current.anyOf !== undefined)
		return narrowedChoice(pair, old, current, pointer);
	return [
		...narrowedValues(pair, old, current).map((what) => at(pointer, what)),
		...narrowedLimits(pair.use, old, current).map((what) => at(pointer, what)),
		...narrowedMembers(pair, old, current, pointer),
		...narrowedParts(pair, old, current, pointer),
	];
}

function narrowedMembers(pair: Pair, old: Schema, current: Schema, pointer: string): string[] {
	const oldMembers = old.properties ?? {};
	const members = current.properties ?? {};
	const findings: string[] = [];
	for (const [name, member] of Object.entries(oldMembers)) {
		const still = members[name];
		if (still === undefined) findings.push(at(`${pointer}/${name}`, "this member is gone"));
		else findings.push(...narrowedSchema(pair, member, still, `${pointer}/${name}`));
	}
	const was = new Set(old.required);
	const is = new Set(current.required);
	if (pair.use === "request") {
		const required = [...is].filter((name) => !was.has(name));
		findings.push(...required.map((name) => at(`${pointer}/${name}`, "is required now")));
	} else {
		const optional = [...was].filter((name) => name in members && !is.has(name));
		findings.push(...optional.map((name) => at(`${pointer}/${name}`, "may be missing now")));
	}
	return findings;
}

/** Elements of arrays, and members without a name. */
function narrowedParts(pair: Pair, old: Schema, current: Schema, pointer: string): string[] {
	const any: Schema = {};
	const findings =
		old.items || current.items
			? narrowedSchema(pair, old.items ?? any, current.items ?? any, `${pointer}/-`)
			: [];
	const more = old.additionalProperties ?? true;
	const moreNow = current.additionalProperties ?? true;
	if (pair.use === "request" && more !== false && moreNow === false) {
		findings.push(at(pointer, "members without a name here are refused now"));
	} else if (typeof more === "object" || typeof moreNow === "object") {
		const schemaOf = (value: boolean | Schema) => (typeof value === "object" ? value : any);
		findings.push(...narrowedSchema(pair, schemaOf(more), schemaOf(moreNow), `${pointer}/*`));
	}
	return findings;
}

/** Alternatives are the same one if they have the same name; else any that fits will do. */
function narrowedChoice(pair: Pair, old: Schema, current: Schema, pointer: string): string[] {
	const before = alternatives(old).map((each) => resolveSchema(pair.before, each));
	const now = alternatives(current).map((each) => resolveSchema(pair.now, each));
	const fits = (one: Schema, other: Schema) => narrowedSchema(pair, one, other).length === 0;
	const findings: string[] = [];
	for (const [index, each] of before.entries()) {
		const same = each.title === undefined ? undefined : now.find(({ title }) => title === each.title);
		if (same !== undefined) findings.push(...narrowedSchema(pair, each, same, pointer));
		else if (!now.some((other) => fits(each, other)))
			findings.push(at(pointer, `alternative ${each.title ?? index + 1} is gone`));
	}
	if (pair.use === "request") return findings;
	for (const [index, each] of now.entries()) {
		const known = each.title !== undefined && before.some(({ title }) => title === each.title);
		if (!known && !before.some((other) => fits(other, each)))
			findings.push(at(pointer, `alternative ${each.title ?? index + 1} is new to clients`));
	}
	return findings;
}

/** `anyOf`, and a list of types, which is another spelling of it. */
function alternatives(schema: Schema): Schema[] {
	if (schema.anyOf !== undefined) return schema.anyOf;
	if (!Array.isArray(schema.type)) return [schema];
	return schema.type.map((type) => (type === "null" ? { type } : { ...schema, type }));
}

const at = (pointer: string, what: string) => (pointer === "" ? what : `${pointer}: ${what}`);
