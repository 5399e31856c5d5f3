import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import type { MadeKey } from "../../identity/access-key/new-access-key.ts";
import type { User } from "../../identity/user/user.ts";
import { describeAccessKey, describeKeyOfUser } from "../../operations/access-key/describe-access-key.ts";
import { isReserved, reservedScopes } from "../../platform/config/scopes.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { parseDuration, parseInteger } from "../../platform/lib/parse-setting.ts";
import { count, moment, table } from "./columns.ts";
import { type CommandGroup, defineCommand, readOption, WrongUse } from "./define-command.ts";
import { intoSecretFile } from "./into-secret-file.ts";
import { oneUser, requireId, userOption } from "./one-user.ts";
import { readKey } from "./read-secret.ts";
import { withDeployment } from "./with-deployment.ts";

const readDays = (option: string, text: string | undefined) =>
	text === undefined ? undefined : readOption(option, () => parseInteger(text.replace(/d$/, ""), 1, 400));

const outUsage = `  --out FILE       writes the key, its CSRF token and its user to this new file, a line each, which only you can read. Commands
                   with --server, and programs, log in with it: --key-file FILE`;

/** No key gives keys. */
const BY_PEOPLE = "Run it on the machine of the service, or let an admin make and end keys in a browser.";

/** The key is printed once, or goes into a file. */
async function tell(
	make: () => Promise<MadeKey & { user: User }>,
	{ out, verb, baseUrl }: { out: string | undefined; verb: string; baseUrl: string },
) {
	const { user, key, secret } = await (out === undefined
		? make()
		: intoSecretFile(out, async (write) => {
				const made = await make();
				const { csrf } = describeAccessKey(made.key, Date.now());
				await write(`${made.secret}\n${csrf}\n${made.user.username}\n`);
				return made;
			}));
	const described = describeAccessKey(key, Date.now());
	const document = { username: user.username, ...(out === undefined ? { key: secret } : {}), ...described };
	const text = [
		`${verb} access key "${key.name}" of ${user.username}. It ends on ${moment(key.expiresAt)}.`,
		"",
		out === undefined ? `  key   ${secret}` : `  key   in ${out}`,
		`  csrf  ${described.csrf}`,
		"",
		"A program logs in with both: the key as the password, the other one as the header csrf.",
		...(out === undefined ? ["The key is not shown again."] : []),
		...(out !== undefined && described.scopes.some(isReserved)
			? [`From another machine: ${PROGRAM} --server ${baseUrl} --key-file ${out} user list`]
			: []),
	];
	return { document, text: text.join("\n") };
}

const add = defineCommand({
	summary: "Make an access key of a service account.",
	usage: `sallyport access-key add NAME --name TEXT [--days 90] [--scope NAME]… [--address CIDR]… [--out FILE]

Makes an access key, with which a program logs in as a service account (sallyport user add NAME --service), and prints it once.
People make theirs on the page for programs.

  NAME             the service account; --user NAME says the same
  --name TEXT      which program has it
  --days N         how long it lives: 90 unless given
  --scope NAME     limits it to a scope of SALLYPORT_SCOPES; repeat it for more. Or lets it administer this
                   service: ${reservedScopes.join(" ")}
  --address CIDR   a range of addresses that it may log in from; repeat it for more
${outUsage}`,
	options: {
		...userOption,
		name: { type: "string" },
		days: { type: "string" },
		scope: { type: "string", multiple: true },
		address: { type: "string", multiple: true },
		out: { type: "string" },
	},
	takes: ["[NAME]"],
	overHttp: BY_PEOPLE,
	async run({ options, names: [given] }) {
		const { name, days: text, scope: scopes = [], address: addresses = [], out } = options;
		const user = oneUser(options.user, given);
		if (user === undefined || name === undefined)
			throw new WrongUse(`Write the service account and --name: ${PROGRAM} access-key add NAME --name TEXT.`);
		const days = readDays("--days", text);
		const asked = { name, days, scopes, addresses };
		return withDeployment(({ accessKeys, deployment: { config } }) =>
			tell(() => accessKeys.add(user, asked), { out, verb: "Made", baseUrl: config.baseUrl }),
		);
	},
});

const rotate = defineCommand({
	summary: "Replace an access key of a service account by a new one.",
	usage: `sallyport access-key rotate ID [--overlap 24h] [--out FILE]

Makes a new key with the same limits. The old one ends after the overlap, with its sessions.

  ID               the key, as access-key list shows it
  --overlap TIME   how long the old key stays good: 24h unless given, 0s to end it at once, 7d at most
${outUsage}`,
	options: { overlap: { type: "string" }, out: { type: "string" } },
	takes: ["ID"],
	overHttp: BY_PEOPLE,
	async run({ options: { overlap: text = "24h", out }, names: [id = ""] }) {
		const overlap = readOption("--overlap", () => parseDuration(text, "0s", "7d"));
		return withDeployment(({ accessKeys, deployment: { config } }) =>
			tell(() => accessKeys.rotate(id, overlap), { out, verb: "Rotated", baseUrl: config.baseUrl }),
		);
	},
});

const list = defineCommand({
	summary: "List access keys.",
	usage: `sallyport access-key list [NAME | --user NAME] [--expiring 14d] [--unused 90d] [--never-used]

Lists the keys of all users or of one, those first that end first. Ended ones stay for 400 days.

  NAME              keys of one user
  --expiring DAYS   living ones that end within so many days
  --unused DAYS     living ones that did not log in for so many days
  --never-used      living ones that never logged in`,
	options: {
		...userOption,
		expiring: { type: "string" },
		unused: { type: "string" },
		"never-used": { type: "boolean" },
	},
	takes: ["[NAME]"],
	overHttp: BY_PEOPLE,
	async run({ options: { expiring, unused, "never-used": neverUsed = false, ...given }, names: [name] }) {
		const user = oneUser(given.user, name);
		const expiringWithin = readDays("--expiring", expiring);
		const unusedFor = readDays("--unused", unused);
		const which = { user, expiringWithin, unusedFor, neverUsed };
		return withDeployment(async ({ accessKeys, deployment: { clock } }) => {
			const found = (await Array.fromAsync(accessKeys.list(which))).flat();
			const document = found.map((each) => describeKeyOfUser(each, clock()));
			const rows = document.map(({ scopes, addresses: _addresses, hint, ...each }) => ({
				...each,
				state: each.state === "active" && each.userDisabledAt !== null ? "user disabled" : each.state,
				key: `sallyport_${hint}…`,
				scopes: scopes.join(" ") || null,
			}));
			const shown = {
				ID: "id",
				USER: "username",
				NAME: "name",
				KEY: "key",
				STATE: "state",
				EXPIRES: "expiresAt",
				"LAST USE": "lastUsedAt",
				SCOPES: "scopes",
			} as const;
			return {
				document: { accessKeys: document },
				text: table(rows, shown, "There are no such access keys."),
			};
		});
	},
});

const end = defineCommand({
	summary: "End an access key, or all of a user.",
	usage: `sallyport access-key end ID | --user NAME

Ends keys and their sessions; the service refuses them from the next request on.

  ID            one key, as access-key list shows it
  --user NAME   all keys of a user`,
	options: { user: { type: "string" } },
	takes: ["[ID]"],
	overHttp: BY_PEOPLE,
	async run({ options: { user }, names: [id] }) {
		if ((id === undefined) === (user === undefined)) throw new WrongUse("Write one of: an ID, --user NAME.");
		if (id !== undefined) requireId(id, "access-key end", "one access key");
		return withDeployment(async ({ accessKeys }) => {
			const { keys, ended } =
				user === undefined
					? { keys: 1, ...(await accessKeys.end(id ?? "")) }
					: await accessKeys.endAllOf(user);
			const text = `${count(keys, "access key")} ended, and ${count(ended, "session")}.`;
			return { document: { keys, ended }, text };
		});
	},
});

const check = defineCommand({
	summary: "Tell what an access key is, for one that was found.",
	usage: `sallyport access-key check < FILE

Reads the first line of standard input, as of a key file, and tells whether it has the form of an access key, and whose it is. It does not end it:
sallyport access-key end does.`,
	overHttp: BY_PEOPLE,
	async run() {
		const secret = await readKey(process.stdin, "access-key check reads the key");
		if (!accessKeyForm.hasForm(secret) || !accessKeyForm.isSound(secret)) {
			const text = accessKeyForm.hasForm(secret)
				? "This has the form of an access key, but its checksum is wrong: it was cut off or mistyped."
				: "This is no access key: they begin with sallyport_ and have 48 characters.";
			return { document: { form: false, accessKey: null }, text, exitCode: 1 };
		}
		return withDeployment(async ({ accessKeys, deployment: { clock } }) => {
			const found = await accessKeys.findOwner(secret);
			if (found === null)
				return {
					document: { form: true, accessKey: null },
					text: "This is an access key, but none of this deployment.",
					exitCode: 1,
				};
			const { key, user } = found;
			const described = describeAccessKey(key, clock());
			const { state } = described;
			const refused = state === "active" && user.disabledAt !== null ? ", but its user is disabled" : "";
			const end =
				state === "active"
					? `ends on ${moment(key.expiresAt)}`
					: `since ${moment(key.endedAt ?? key.expiresAt)}`;
			const text = `Access key "${key.name}" of ${user.username}: ${state}${refused}, ${end}. Its id is ${key.id}.`;
			return { document: { form: true, accessKey: { username: user.username, ...described } }, text };
		});
	},
});

export const accessKey: CommandGroup = {
	summary: "Access keys, with which programs log in.",
	commands: { add, list, rotate, end, check },
};
