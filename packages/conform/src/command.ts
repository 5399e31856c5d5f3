/** The program sallyport-conform, and the command `sallyport conform`. */
import { parseArgs } from "node:util";
import type { User } from "./account.ts";
import { CommandError } from "./command-error.ts";
import type { Report } from "./conform.ts";
import { describeReport } from "./describe-report.ts";
import { askPassword, readPassword } from "./password.ts";

export const summary = "Check a running deployment against the contract, from the outside.";

/** `program` is what was typed: "sallyport-conform" or "sallyport conform". */
export function usage(program: string): string {
	return `${program} URL [--user NAME] [--password-stdin] [--only GROUP] [--with-factors]
${program} --oidc URL [--user ADMIN] [--password-stdin] [--only PLAN] [--with-waits] [--with-backchannel]

Asks the service at URL (an origin and a path prefix, if it has one) what any client could ask, and prints which promises of
the contract are kept. Takes a few seconds and at most 220 requests, and changes nothing but this: it logs NAME in five
times and ends those sessions again; it guesses wrong once for NAME, and once for a name that no user has; it tries one setup
link that does not exist; it exports the data of NAME once; and where the service sends mail, NAME may get one about that, and
one to recover the password. Fails when a promise is broken, when none could be checked, or when NAME cannot log in.

  --user NAME        log in as this user, preferably one kept for it; asks for the password. Without it, only
                     checks that need no user run. What an admin sees is checked if NAME is one
  --password-stdin   read the password from standard input instead: one line from a pipe or a file
  --at URL           send the requests there instead: the service's own address behind its proxy, such as
                     http://127.0.0.1:8400. What they find must still fit the first URL
  --only GROUP       one group: login, factors, csrf, session, token, frontend, gateway, discovery, origin, limits, mail,
                     data, administration, own-factors, errors, cookies or headers; repeat it for more
  --with-factors     also add a passkey and an authenticator app to NAME, log in with each, and remove them. All other
                     sessions of NAME end

With --oidc it checks the OpenID provider instead, by the modules of the OpenID Foundation's test plans, with at most 600 requests
and eight logins. URL may be the issuer too (/oidc at its end). ADMIN registers up to four applications, all named sallyport-conform, and they are removed at the end. What the checks
do wrong on purpose is in the events of the service: oidc_refused, oidc_code_reused.

  --oidc              check the OpenID provider; without --user, its metadata alone
  --only PLAN         config-op, basic-op, rp-initiated-logout-op, backchannel-op, or one module such as oidcc-codereuse
  --with-waits        also use a code a second time after 30 seconds
  --with-backchannel  also receive a logout token on this machine: the service runs here too, and
                      SALLYPORT_OUTBOUND_ALLOW permits 127.0.0.1/32

A certificate of a private CA is trusted by NODE_EXTRA_CA_CERTS.`;
}

/** Exit code: 0 all promises kept, 1 one broken, nothing checked or the login refused, 2 wrong use. `typed`: how a person types it here. */
export async function runConform(argv: string[], program: string, typed = program): Promise<number> {
	try {
		return await check(argv);
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		const { code, message } = error;
		const isWrongUse = code === "wrong_use";
		if (argv.includes("--json")) console.error(JSON.stringify({ error: { code, message } }));
		else if (isWrongUse) console.error(`${program}: ${message} See ${typed} --help.`);
		else console.error(`${program.split(" ")[0]}: ${message}`);
		return isWrongUse ? 2 : 1;
	}
}

async function check(argv: string[]): Promise<number> {
	const { options, url } = parse(argv);
	const { user: name, "password-stdin": fromInput = false, only, json = false } = options;
	const withFactors = options["with-factors"] ?? false;
	const read = (text: string) => (options.oidc ? parseUrl(text).replace(/\/oidc$/, "") : parseUrl(text));
	const baseUrl = read(url);
	const at = options.at === undefined ? baseUrl : read(options.at);
	// The checks load jose; a usage or a typing error needs neither.
	const { conform, groups, ServiceNotFound } = await import("./conform.ts");
	const { openidGroups } = await import("./openid/groups.ts");
	const openid = openidOf(options);
	const names = Object.keys(openid === null ? groups : openidGroups);
	const modules =
		openid === null ? [] : Object.values(openidGroups).flatMap((checks) => checks.map(({ id }) => id));
	for (const group of only ?? [])
		if (![...names, ...modules].includes(group)) throw wrongUse(`--only takes one of ${names.join(", ")}.`);
	const user = await userOf(name, fromInput, at);
	const interruption = new AbortController();
	const interrupt = () => interruption.abort();
	process.once("SIGINT", interrupt);
	try {
		const report = await conform({
			baseUrl,
			at,
			user,
			withFactors,
			...(only === undefined ? {} : { only }),
			...(openid === null ? {} : { openid }),
			signal: interruption.signal,
			progress: (group) => showLine(`Checking: ${group} …`),
		});
		showLine("");
		const ok = isKept(report) && !interruption.signal.aborted;
		const document = { ok, baseUrl, at, ...report };
		console.log(json ? JSON.stringify(document, null, 2) : describeReport(report, name ?? null));
		return ok ? 0 : 1;
	} catch (error) {
		throw error instanceof ServiceNotFound ? new CommandError("nobody_there", error.message) : error;
	} finally {
		process.removeListener("SIGINT", interrupt);
		showLine("");
	}
}

/** One that checked nothing found nothing kept; one whose user could not log in has not looked at what it was to check. */
const isKept = ({ results, loginRefused }: Report): boolean =>
	!loginRefused &&
	results.some(({ outcome }) => outcome === "ok") &&
	!results.some(({ outcome }) => outcome === "failed");

const optionTypes = {
	user: { type: "string" },
	"password-stdin": { type: "boolean" },
	at: { type: "string" },
	only: { type: "string", multiple: true },
	"with-factors": { type: "boolean" },
	oidc: { type: "boolean" },
	"with-waits": { type: "boolean" },
	"with-backchannel": { type: "boolean" },
	json: { type: "boolean" },
} as const;

/** null: the checks are those of the contract. */
function openidOf(options: ReturnType<typeof parse>["options"]) {
	const { oidc = false, "with-waits": withWaits = false } = options;
	const withBackchannel = options["with-backchannel"] ?? false;
	if (!oidc) {
		if (withWaits || withBackchannel) throw wrongUse("--with-waits and --with-backchannel need --oidc.");
		return null;
	}
	if (options["with-factors"]) throw wrongUse("--with-factors goes without --oidc.");
	return { withWaits, withBackchannel };
}

/** No message repeats an argument: it may be a password that was typed in the wrong place. */
function parse(argv: string[]) {
	try {
		const { values, positionals } = parseArgs({ args: argv, options: optionTypes, allowPositionals: true });
		const [url, ...extra] = positionals;
		if (url === undefined) throw wrongUse("The URL is missing, such as https://login.example.com.");
		if (extra.length === 1) throw wrongUse("There is one argument too many.");
		if (extra.length > 1) throw wrongUse(`There are ${extra.length} arguments too many.`);
		return { options: values, url };
	} catch (error) {
		if (!(error instanceof TypeError && "code" in error)) throw error;
		const option = /'(--?[^' =]+)/.exec(error.message)?.[1] ?? "this option";
		if (option === "--password") throw wrongUse("A password is never an argument: use --password-stdin.");
		if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw wrongUse(`There is no option ${option}.`);
		const takesNone = error.message.includes("does not take an argument");
		throw wrongUse(`The option ${option} ${takesNone ? "takes no value" : "needs a value"}.`);
	}
}

function parseUrl(text: string): string {
	const url: Partial<URL> = URL.canParse(text) ? new URL(text) : {};
	const { protocol = "", username, search, hash, origin, pathname = "" } = url;
	const path = pathname.replace(/\/+$/, "");
	if (/^https?:$/.test(protocol) && !username && !search && !hash && /^(\/[\w.~-]+)*$/.test(path))
		return `${origin}${path}`;
	// Nothing but a host and a port, or localhost, is repeated: anything else may be a password.
	if (/^(localhost|(\[[\da-f:]+\]|[\w.-]+):\d+)(\/|$)/i.test(text)) {
		const scheme = /^(localhost|127\.|\[::1\])/i.test(text) ? "http" : "https";
		throw wrongUse(`Write the scheme too: ${scheme}://${text.replace(/\/.*/, "")}.`);
	}
	throw wrongUse("URL is where users reach the service, such as https://login.example.com.");
}

async function userOf(name: string | undefined, fromInput: boolean, at: string): Promise<User | null> {
	if (name === undefined) {
		if (fromInput) throw wrongUse("--password-stdin needs --user NAME.");
		return null;
	}
	const { protocol, hostname } = new URL(at);
	if (protocol === "http:" && !isLoopback(hostname))
		throw wrongUse("Over plain http the password would travel in the clear: leave --user out.");
	if (fromInput) return { name, password: await readPassword(process.stdin) };
	if (!process.stdin.isTTY)
		throw wrongUse("There is no terminal to ask for the password: use --password-stdin.");
	const terminal = { input: process.stdin, output: process.stderr };
	return { name, password: await askPassword(`Password of ${name}: `, terminal) };
}

/** The only hosts where plain http is safe from listeners, as URLs write them. */
function isLoopback(hostname: string): boolean {
	return /^(localhost|.+\.localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

function wrongUse(message: string): CommandError {
	return new CommandError("wrong_use", message);
}

/** One line that replaces the last one; nothing unless a terminal shows it. */
function showLine(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
