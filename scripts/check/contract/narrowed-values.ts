import type { Schema } from "./document.ts";

/** Which types and which values there may be. Sentences without a place. */
export function narrowedValues(
	{ use, openValues = false }: { use: "request" | "answer"; openValues?: boolean },
	before: Schema,
	now: Schema,
): string[] {
	return [...narrowedTypes(use, before, now), ...narrowedEnum(use, openValues, before, now)];
}

const everyType = ["null", "boolean", "integer", "number", "string", "array", "object"];

function typesOf({ type }: Schema): string[] {
	const named = type === undefined ? everyType : [type].flat();
	// Each integer is a number as well.
	return named.includes("number") ? [...new Set([...named, "integer"])] : named;
}

function narrowedTypes(use: "request" | "answer", before: Schema, now: Schema): string[] {
	const [given, taken] = use === "request" ? [before, now] : [now, before];
	const foreign = typesOf(given).filter((type) => !typesOf(taken).includes(type));
	const written = ({ type }: Schema) => (type === undefined ? "anything" : [type].flat().join(" or "));
	return foreign.length === 0 ? [] : [`was ${written(before)}, is ${written(now)}`];
}

function valuesOf(schema: Schema): string[] | null {
	const values = "const" in schema ? [schema.const] : schema.enum;
	return values?.map((value) => JSON.stringify(value)) ?? null;
}

function narrowedEnum(use: "request" | "answer", open: boolean, before: Schema, now: Schema): string[] {
	const old = valuesOf(before);
	const current = valuesOf(now);
	const gone = old?.filter((value) => current !== null && !current.includes(value)) ?? [];
	const fresh = current?.filter((value) => old !== null && !old.includes(value)) ?? [];
	if (use === "request") {
		if (old === null && current !== null) return [`takes only ${current.join(", ")} now`];
		return gone.map((value) => `${value} is refused now`);
	}
	if (open) return gone.map((value) => `${value} is gone`);
	if (old !== null && current === null) return [`was one of ${old.join(", ")}, may be anything now`];
	return fresh.map((value) => `${value} is new to clients`);
}
