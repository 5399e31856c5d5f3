import { serverInEnvironment } from "../../platform/config/config.ts";
import { WrongUse } from "./define-command.ts";

/** A service, and the file with the access key for it. */
export interface Server {
	url: string;
	keyFile: string;
	/** Whether the words of the command name it; else the environment does. */
	isTyped: boolean;
}

const options = ["--server", "--key-file"] as const;

/**
 * Takes --server and --key-file out of the words, wherever they stand before a `--`; the environment has what is missing. `server`: null
 * where neither names a service. Throws WrongUse.
 */
export function takeServer(argv: readonly string[]): { words: string[]; server: Server | null } {
	const words: string[] = [];
	const given: Partial<Record<(typeof options)[number], string | undefined>> = {};
	for (let at = 0; at < argv.length; at++) {
		const word = argv[at] ?? "";
		if (word === "--") {
			words.push(...argv.slice(at));
			break;
		}
		const option = options.find((name) => word === name || word.startsWith(`${name}=`));
		if (option === undefined) words.push(word);
		else given[option] = word === option ? argv[++at] : word.slice(option.length + 1);
		if (option !== undefined && !given[option]) throw new WrongUse(`The option ${option} needs a value.`);
	}
	const known = serverInEnvironment();
	const { "--server": url = known.url, "--key-file": keyFile = known.keyFile } = given;
	const isTyped = given["--server"] !== undefined || given["--key-file"] !== undefined;
	if (url === undefined) {
		if (isTyped) throw new WrongUse("--key-file needs --server URL too, or SALLYPORT_SERVER.");
		return { words, server: null };
	}
	return { words, server: { url, keyFile: keyFile ?? "", isTyped } };
}
