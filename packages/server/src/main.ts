/** argv → one command. */
import { runCommand } from "./operator/cli/commands.ts";

// A reader that has seen enough, such as head, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommand(process.argv.slice(2));
