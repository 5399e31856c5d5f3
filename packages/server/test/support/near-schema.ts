/** Values that a JSON Schema permits, and values near them: a member missing, of another type, too many, or with odd characters. */
import fc from "fast-check";
import { type Contract, follow, type Schema } from "../../../../scripts/check/contract/document.ts";

/** By the name of a member or a parameter: values that exist in the service, such as ids. */
export type Known = Record<string, readonly string[]>;

/** Any character. Not the unit "binary": it makes a table of all first, which takes longer than the requests. */
const character = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code));

export const strange: fc.Arbitrary<unknown> = fc.oneof(
	fc.string({ unit: character, maxLength: 40 }),
	fc.constantFrom("", " ", "\u0000", "\ud800", "\u202eada", "ß".repeat(600), "__proto__", "<img onerror=1>"),
	fc.constantFrom("x".repeat(2000), "-1", "1e3", "NaN", "null", "..", "%", "_", "*", "=cmd|1", "2026-13-45"),
	fc.boolean(),
	fc.double(),
	fc.constant(null),
	fc.array(fc.string(), { maxLength: 2 }),
	fc.jsonValue({ maxDepth: 4 }),
);

/** `near`: of a schema, as the member or parameter of that name. */
export function nearSchema(contract: Contract, known: Known) {
	const seen = new Map<Schema, fc.Arbitrary<unknown>>();

	function near(given: Schema, name: string): fc.Arbitrary<unknown> {
		return fc.oneof({ weight: 8, arbitrary: permitted(given, name) }, { weight: 1, arbitrary: strange });
	}

	function permitted(given: Schema, name: string): fc.Arbitrary<unknown> {
		const schema = follow<Schema>(contract, given as { $ref: string });
		const values = known[name];
		if (values !== undefined && schema.type === "string") return fc.constantFrom(...values);
		const made = seen.get(schema) ?? make(schema, name);
		seen.set(schema, made);
		return made;
	}

	function make(schema: Schema, name: string): fc.Arbitrary<unknown> {
		if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => permitted(each, name)));
		if ("const" in schema) return fc.constant(schema.const);
		if (schema.enum) return fc.constantFrom(...schema.enum);
		const [type] = [schema.type].flat();
		if (type === "boolean") return fc.boolean();
		if (type === "integer" || type === "number") {
			const { minimum = 0, maximum = 1000 } = schema as { minimum?: number; maximum?: number };
			return fc.integer({ min: minimum, max: maximum });
		}
		if (type === "array") return fc.array(near(schema.items ?? {}, name), { maxLength: 3 });
		if (type === "object") return record(schema);
		return text(schema);
	}

	function text({ pattern, examples, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
		const length = { minLength: minLength as number, maxLength: Math.min(maxLength as number, 300) };
		const all = [fc.string({ unit: character, ...length }), fc.string(length)];
		if (examples) all.push(fc.constantFrom(...(examples as string[])));
		if (pattern) all.push(fc.stringMatching(new RegExp(pattern as string)));
		return fc.oneof(...all);
	}

	function record({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
		const members = Object.entries(properties).map(([name, each]) => [name, near(each, name)] as const);
		const requiredKeys = required.filter((name) => name in properties);
		const model = Object.fromEntries(members);
		const whole = fc.record(model, { requiredKeys });
		const broken = fc
			.tuple(fc.record(model, { requiredKeys: [] }), fc.dictionary(fc.string(), strange, { maxKeys: 2 }))
			.map(([own, more]) => ({ ...more, ...own }));
		const some: fc.WeightedArbitrary<unknown>[] = [
			{ weight: 5, arbitrary: whole },
			{ weight: 1, arbitrary: broken },
		];
		if (typeof additionalProperties === "object") {
			const ofValue = near(additionalProperties, "");
			some.push({ weight: 5, arbitrary: fc.dictionary(fc.string(), ofValue, { maxKeys: 3 }) });
		}
		return fc.oneof(...some);
	}

	return { near };
}
