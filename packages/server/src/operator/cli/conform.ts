import { setTimeout } from "node:timers/promises";
import { isLoopback } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { parsePublicUrl, SettingError } from "../../platform/lib/parse-setting.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import type { User } from "../conform/account.ts";
import { askPassword } from "./ask-password.ts";
import { defineCommand } from "./define-command.ts";
import { describeConformity } from "./describe-conformity.ts";
import { CommandFailed } from "./explain-error.ts";
import { readPassword } from "./read-password.ts";
import { WrongUse } from "./wrong-use.ts";

export const conform = defineCommand({
	summary: "Check a running deployment against the contract, from the outside.",
	usage: `sallyport conform URL [--user NAME] [--password-stdin] [--only GROUP]

Asks the service at URL (an origin and a path prefix, if it has one) what any client could ask, and prints which promises of
the contract are kept. Takes a few seconds and at most 150 requests, and changes nothing but this: it logs NAME in five
times and ends those sessions again; it guesses wrong once for NAME, and once for a name that nobody has. Fails when a
promise is broken.

  --user NAME        log in as this user, best one kept for it; the password is asked for. Without it, only what needs
                     nobody is checked
  --password-stdin   read the password from standard input instead: one line from a pipe or a file
  --only GROUP       one group: login, csrf, session, token, gateway, discovery, origin, limits, errors, cookies or
                     headers; may be given several times

A certificate of a private CA is trusted by NODE_EXTRA_CA_CERTS.`,
	options: {
		user: { type: "string" },
		"password-stdin": { type: "boolean" },
		only: { type: "string", multiple: true },
	},
	takes: ["URL"],
	async run({ options: { user: name, "password-stdin": byInput = false, only }, names: [url = ""] }) {
		const baseUrl = parseUrl(url);
		// Only this command needs them; the others start sooner without.
		const { groups } = await import("../conform/groups.ts");
		const { conform: check, NobodyThere } = await import("../conform/conform.ts");
		for (const group of only ?? [])
			if (!Object.hasOwn(groups, group))
				throw new WrongUse(`--only takes one of ${Object.keys(groups).join(", ")}.`);
		const user = await userOf(name, byInput, baseUrl);
		const interruption = new AbortController();
		const interrupt = () => interruption.abort();
		process.once("SIGINT", interrupt);
		try {
			const found = await check({
				baseUrl,
				user,
				...(only === undefined ? {} : { only }),
				clock: systemClock,
				random: systemRandom,
				wait: (milliseconds) => setTimeout(milliseconds),
				signal: interruption.signal,
				progress: (group) => showLine(`Checking: ${group} …`),
			});
			showLine("");
			const ok = !found.results.some(({ outcome }) => outcome === "failed") && !interruption.signal.aborted;
			return {
				document: { ok, baseUrl, ...found },
				text: describeConformity(found, name ?? null),
				exitCode: ok ? 0 : 1,
			};
		} catch (error) {
			if (error instanceof NobodyThere) throw new CommandFailed("nobody_there", error.message);
			throw error;
		} finally {
			process.removeListener("SIGINT", interrupt);
			showLine("");
		}
	},
});

async function userOf(name: string | undefined, byInput: boolean, baseUrl: string): Promise<User | null> {
	if (name === undefined) {
		if (byInput) throw new WrongUse("--password-stdin needs --user NAME.");
		return null;
	}
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === "http:" && !isLoopback(hostname))
		throw new WrongUse("Over plain http the password would travel in the clear: leave --user out.");
	if (byInput) return { name, password: await readPassword(process.stdin) };
	if (!process.stdin.isTTY)
		throw new WrongUse("There is no terminal to ask for the password: --password-stdin.");
	const terminal = { input: process.stdin, output: process.stderr };
	return { name, password: await askPassword(`Password of ${name}: `, terminal) };
}

function parseUrl(text: string): string {
	try {
		return parsePublicUrl(text);
	} catch (error) {
		if (!(error instanceof SettingError)) throw error;
		throw new WrongUse("URL is where users reach the service, such as https://login.example.com.");
	}
}

/** One line that takes the place of the last one; nothing unless somebody watches. */
function showLine(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
