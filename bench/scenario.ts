import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
	typeof parseArgs<{ options: Options }>
>["values"];

export interface Scenario {
	/** Resolves to what is printed. */
	run(words: string[]): Promise<string>;
}

/** Each file of scenarios/ exports one. `words`: what is given besides options. */
export function defineScenario<const Options extends ParseArgsOptionsConfig>(
	options: Options,
	run: (values: Values<Options>, words: string[]) => Promise<string>,
): Scenario {
	return {
		run(args) {
			const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
			return run(values as Values<Options>, positionals);
		},
	};
}

/** "24,320" */
export const numbersOf = (list: string): number[] => list.split(",").map(Number);
