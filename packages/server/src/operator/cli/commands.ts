import { nearest } from "../../platform/lib/nearest.ts";
import { documentPath, PROGRAM } from "../../platform/lib/package-root.ts";
import { printableLines, safeJson } from "./columns.ts";
import { type Command, type CommandGroup, WrongUse } from "./define-command.ts";
import { explainError, type Missing } from "./explain-error.ts";
import { fitTerminal } from "./fit-terminal.ts";
import { reachBy } from "./reach.ts";
import { type Server, takeServer } from "./take-server.ts";

/** Every command, in the order of the overview; loaded when it is run, because each needs only a few files. */
export const commands: Record<string, () => Promise<Command | CommandGroup>> = {
	serve: async () => (await import("./serve.ts")).serve,
	doctor: async () => (await import("./doctor.ts")).doctor,
	conform: async () => (await import("./conform.ts")).conform,
	user: async () => (await import("./user.ts")).user,
	group: async () => (await import("./group.ts")).group,
	client: async () => (await import("./client.ts")).client,
	apply: async () => (await import("./apply.ts")).apply,
	"access-key": async () => (await import("./access-key.ts")).accessKey,
	session: async () => (await import("./session.ts")).session,
	event: async () => (await import("./event.ts")).event,
	key: async () => (await import("./key.ts")).key,
	mail: async () => (await import("./mail.ts")).mail,
	"setup-link": async () => (await import("./setup-link.ts")).setupLink,
	config: async () => (await import("./config.ts")).config,
	capacity: async () => (await import("./capacity.ts")).capacity,
	migrate: async () => (await import("./migrate.ts")).migrate,
	backup: async () => (await import("./backup.ts")).backup,
	restore: async () => (await import("./backup.ts")).restore,
	move: async () => (await import("./move.ts")).move,
	version: async () => (await import("./version.ts")).version,
};

const VERSION = ["--version", "-v"];

/** Exit code: 0 done, 1 failed, 2 wrong use. */
export async function runCommand(argv: string[]): Promise<number> {
	let title = "sallyport";
	try {
		const { words: given, server } = takeServer(argv);
		const words = given.filter((word) => word !== "--help" && word !== "-h");
		const asksForHelp = words.length < given.length || words[0] === "help";
		const [name = "help", ...rest] = words[0] === "help" ? words.slice(1) : words;
		if (name === "help") return show(await overview());
		if (name.startsWith("-") && !VERSION.includes(name))
			throw new WrongUse("The command comes first, its options after it.");
		const first = VERSION.includes(name) ? "version" : name;
		if (!Object.hasOwn(commands, first)) await requireNoVerb(first);
		let found = await find(commands, first, "command", rest[0])();
		title += ` ${name}`;
		if ("commands" in found) {
			const second = rest.shift();
			if (second === undefined || second.startsWith("-")) {
				if (asksForHelp) return show(groupUsage(found));
				throw new WrongUse(`Say which: ${Object.keys(found.commands).join(", ")}.`);
			}
			found = find(found.commands, second, `command ${name}`, rest[0]);
			title += ` ${second}`;
		}
		if (asksForHelp) return show(found.usage);
		return await found.run(rest, reachBy(requireHttp(found, server)));
	} catch (error) {
		return report(error, title, argv.includes("--json"));
	}
}

/** What has nothing to do with a deployment passes over a service that the environment names. Throws WrongUse. */
function requireHttp({ overHttp }: Command, server: Server | null): Server | null {
	if (server === null || overHttp === true) return server;
	if (overHttp === null && !server.isTyped) return null;
	const said = server.isTyped ? "" : "SALLYPORT_SERVER is set, but ";
	throw new WrongUse(
		`${said}${said === "" ? "T" : "t"}his does not work over HTTP. ${overHttp ?? "Leave --server out."}`,
	);
}

/** A second word alone: its first one is missing. Throws WrongUse. */
async function requireNoVerb(word: string): Promise<void> {
	const groups = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const);
	const meant = (await Promise.all(groups)).flatMap(([name, each]) =>
		"commands" in each && Object.hasOwn(each.commands, word) ? `${name} ${word}` : [],
	);
	if (meant.length > 0) throw new WrongUse(`There is no command "${word}". There are: ${meant.join(", ")}.`);
}

/** `next`: the word after it, which a wrong order puts there. Throws WrongUse. */
function find<C>(among: Record<string, C>, name: string, kind: string, next = ""): C {
	const found = Object.hasOwn(among, name) ? among[name] : undefined;
	if (found !== undefined) return found;
	const known = Object.keys(among);
	const meant = known.includes(next) ? next : nearest(name, known);
	const advice = meant === null ? `There are: ${known.join(", ")}.` : `Did you mean ${meant}?`;
	throw new WrongUse(`There is no ${kind} "${name}". ${advice}`);
}

function show(text: string): number {
	console.log(fitTerminal(text, process.stdout.columns));
	return 0;
}

function report(error: unknown, title: string, json: boolean): number {
	const { exitCode, code, messages, missing } = explainError(error);
	if (json) {
		console.error(safeJson({ error: { code, message: messages.join("\n") } }));
		return exitCode;
	}
	// Some say themselves what to do.
	const list =
		messages.some((each) => each.includes(PROGRAM)) || missing === undefined ? null : lists[missing];
	const shows = exitCode === 2 ? `${title} --help` : list;
	const advice = shows === null ? "" : ` See ${shows.replace("sallyport", PROGRAM)}.`;
	for (const message of messages)
		console.error(printableLines(`${exitCode === 2 ? title : "sallyport"}: ${message}${advice}`));
	return exitCode;
}

/** What shows those that there are. */
const lists: Record<Missing, string> = {
	user: "sallyport user list",
	group: "sallyport group list",
	session: "sallyport session list",
	"access key": "sallyport access-key list",
	client: "sallyport client list",
	"client secret": "sallyport client show ID",
	event: "sallyport event list --json",
	mail: "sallyport mail list",
};

async function overview(): Promise<string> {
	const loaded = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const);
	const lines = (await Promise.all(loaded)).flatMap(([name, each]) =>
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
		`${PROGRAM} <command> --help explains a command. Every command takes --json.`,
		"A bare word says what a command is about: the NAME of a user or group, the ID of anything else. Lists take the NAME of a",
		"user too, or --user NAME.",
		"--server URL --key-file FILE, or SALLYPORT_SERVER and SALLYPORT_KEY_FILE: the same over HTTP, with an access key.",
		`Documents: ${documentPath("")}`,
	].join("\n");
}

function groupUsage(group: CommandGroup): string {
	return [
		group.summary,
		"",
		...Object.values(group.commands).flatMap(({ usage, summary }) => [
			`  ${usage.split("\n", 1)[0]}`,
			`      ${summary}`,
		]),
	].join("\n");
}
