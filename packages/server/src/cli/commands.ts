import { backup } from "./backup.ts";
import { capacity } from "./capacity.ts";
import type { Command, CommandGroup } from "./command.ts";
import { config } from "./config.ts";
import { conform } from "./conform.ts";
import { doctor } from "./doctor.ts";
import { event } from "./event.ts";
import { explainError } from "./explain-error.ts";
import { key } from "./key.ts";
import { migrate } from "./migrate.ts";
import { move } from "./move.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
import { session } from "./session.ts";
import { setupLink } from "./setup-link.ts";
import { user } from "./user.ts";
import { version } from "./version.ts";
import { WrongUse } from "./wrong-use.ts";

/** Every command, in the order of the overview. */
export const commands: Record<string, Command | CommandGroup> = {
	serve,
	doctor,
	conform,
	user,
	session,
	event,
	key,
	"setup-link": setupLink,
	config,
	capacity,
	migrate,
	backup,
	restore,
	move,
	version,
};

/** Exit code: 0 done, 1 failed, 2 wrong use. */
export async function runCommand(argv: string[]): Promise<number> {
	const asksForHelp = argv.some((word) => word === "--help" || word === "-h");
	const words = argv.filter((word) => word !== "--help" && word !== "-h");
	const [name = "help", ...rest] = words[0] === "help" ? words.slice(1) : words;
	let title = "sallyport";
	try {
		if (name === "help") return show(overview());
		if (name === "--version" || name === "-v") return await version.run(rest);
		const found = find(commands, name, "command");
		title = `sallyport ${name}`;
		if (!("commands" in found)) {
			if (asksForHelp || words[0] === "help") return show(found.usage);
			return await found.run(rest);
		}
		const [second, ...others] = rest;
		if (second === undefined || second.startsWith("-")) {
			if (asksForHelp || words[0] === "help") return show(groupUsage(found));
			throw new WrongUse(`Say which: ${Object.keys(found.commands).join(", ")}.`);
		}
		const command = find(found.commands, second, `command ${name}`);
		title = `sallyport ${name} ${second}`;
		if (asksForHelp || words[0] === "help") return show(command.usage);
		return await command.run(others);
	} catch (error) {
		return report(error, title, argv.includes("--json"));
	}
}

function find<C>(among: Record<string, C>, name: string, kind: string): C {
	const found = Object.hasOwn(among, name) ? among[name] : undefined;
	if (found === undefined) throw new WrongUse(`There is no ${kind} "${name}".`);
	return found;
}

function show(text: string): number {
	console.log(text);
	return 0;
}

function report(error: unknown, title: string, json: boolean): number {
	const { exitCode, code, messages } = explainError(error);
	if (json) {
		console.error(JSON.stringify({ error: { code, message: messages.join("\n") } }));
		return exitCode;
	}
	const advice = exitCode === 2 ? ` See ${title} --help.` : "";
	for (const message of messages)
		console.error(`${exitCode === 2 ? title : "sallyport"}: ${message}${advice}`);
	return exitCode;
}

function overview(): string {
	const lines = Object.entries(commands).flatMap(([name, each]) =>
		"commands" in each
			? Object.entries(each.commands).map(([second, { summary }]) => [`${name} ${second}`, summary])
			: [[name, each.summary]],
	);
	const width = Math.max(...lines.map(([name = ""]) => name.length));
	return [
		"sallyport <command> [options]",
		"",
		...lines.map(([name = "", summary = ""]) => `  ${name.padEnd(width)}  ${summary}`),
		"",
		"sallyport <command> --help tells more. Every command takes --json.",
	].join("\n");
}

function groupUsage(group: CommandGroup): string {
	return [
		group.summary,
		"",
		...Object.values(group.commands).map(({ usage }) => `  ${usage.split("\n", 1)[0]}`),
	].join("\n");
}
