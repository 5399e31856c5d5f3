import { parseArgs } from "node:util";

export interface Scenario {
	/** Resolves to what is printed. */
	run(words: string[]): Promise<string>;
}

type Values<Defaults> = {
	[Name in keyof Defaults]: Defaults[Name] extends number
		? number
		: Defaults[Name] extends boolean
			? boolean
			: string;
};

/** Each file of scenarios/ exports one. `defaults`: its options; `words`: what is given besides them. */
export function defineScenario<Defaults extends Record<string, string | number | boolean>>(
	defaults: Defaults,
	run: (values: Values<Defaults>, words: string[]) => Promise<string>,
): Scenario {
	const options: Record<string, { type: "boolean" | "string" }> = {};
	for (const [name, value] of Object.entries(defaults))
		options[name] = { type: typeof value === "boolean" ? "boolean" : "string" };
	return {
		run(args) {
			const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
			const given = Object.entries(values).map(([name, value]) => {
				if (typeof defaults[name] !== "number") return [name, value];
				if (Number(value) >= 0) return [name, Number(value)];
				throw new Error(`--${name} is a number from 0.`);
			});
			return run({ ...defaults, ...Object.fromEntries(given) } as Values<Defaults>, positionals);
		},
	};
}
