import { ConfigError } from "../config.ts";
import { LoginError } from "../errors.ts";
import { serve } from "./serve.ts";
import { WrongUse } from "./wrong-use.ts";

export interface Command {
	/** One line of the overview. */
	summary: string;
	/** How it is written and what it takes. */
	usage: string;
	/** Returns the exit code: 0 done, 1 failed. Throws WrongUse for 2. */
	run(arguments_: string[]): Promise<number>;
}

/** Every command, in the order of the overview. */
export const commands: Record<string, Command> = {
	serve,
};

/** Exit code: 0 done, 1 failed, 2 wrong use. */
export async function runCommand(argv: string[]): Promise<number> {
	const [name = "help", ...rest] = argv;
	if (name === "help" || name === "--help" || name === "-h") {
		console.log(overview());
		return 0;
	}
	const command = commands[name];
	if (command === undefined) {
		console.error(`sallyport: there is no command "${name}". sallyport help lists them all.`);
		return 2;
	}
	if (rest.includes("--help") || rest.includes("-h")) {
		console.log(command.usage);
		return 0;
	}
	try {
		return await command.run(rest);
	} catch (error) {
		return report(error, name);
	}
}

function report(error: unknown, name: string): number {
	if (error instanceof WrongUse) {
		console.error(`sallyport ${name}: ${error.message} See sallyport ${name} --help.`);
		return 2;
	}
	if (error instanceof ConfigError) {
		for (const mistake of error.mistakes) console.error(`sallyport: ${mistake}`);
		return 1;
	}
	if (error instanceof LoginError) {
		const reasons = error.details.errors?.map((each) => each.message) ?? [];
		console.error(`sallyport: ${[error.message, ...reasons].join(" ")}`);
		return 1;
	}
	console.error(`sallyport: ${error instanceof Error ? error.message : String(error)}`);
	return 1;
}

function overview(): string {
	const width = Math.max(...Object.keys(commands).map((name) => name.length));
	const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
	return [
		"sallyport <command> [options]",
		"",
		...lines,
		"",
		"sallyport <command> --help tells more. Every command takes --json.",
	].join("\n");
}
