export interface Command {
	/** One line of the overview. */
	summary: string;
	/** How it is written and what it takes. */
	usage: string;
	/** Returns the exit code: 0 done, 1 failed. Throws WrongUse for 2. */
	run(arguments_: string[]): Promise<number>;
}

/** Commands that share their first word, such as `user`. */
export interface CommandGroup {
	summary: string;
	commands: Record<string, Command>;
}
