import { RotationTooEarly } from "../../platform/keys/rotate-keys.ts";
import { SecretNotAnnounced } from "../../platform/keys/rotate-secret.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { DescribedKey } from "./administered.ts";
import { count, moment, table } from "./columns.ts";
import { type CommandGroup, defineCommand, ON_ITS_MACHINE, type Result, WrongUse } from "./define-command.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

const list = defineCommand({
	summary: "List signing keys.",
	usage:
		"sallyport key list\n\nLists the signing keys of access tokens, and those of what applications get (single sign-on): next (published, not yet used), active (signs), retired (verifies what it signed).",
	overHttp: true,
	run: ({ reach }) =>
		reach(async (administered) => {
			const { signing, applications } = await administered.keys.list();
			const inUse = (use: "tokens" | "applications", { kid, algorithm, ...life }: DescribedKey) => {
				return { kid, use, algorithm, ...life };
			};
			const keys = [
				...signing.map((key) => inUse("tokens", key)),
				...applications.map((key) => inUse("applications", key)),
			];
			const shown = {
				KID: "kid",
				FOR: "use",
				ALGORITHM: "algorithm",
				STATE: "state",
				CREATED: "createdAt",
				"ACTIVE SINCE": "activatedAt",
				RETIRED: "retiredAt",
			} as const;
			return { document: { keys }, text: table(keys, shown, "There are no keys.") };
		}),
});

const rotate = defineCommand({
	summary: "Switch to the next signing or sealing key, or replace the secret.",
	usage: `sallyport key rotate [--signing | --sealing | --secret] [--force | --compromised] [--active KID]

  --signing   (the default) the next signing key signs, of access tokens and of what applications get. Both stay valid.
  --sealing   the next sealing key seals CSRF tokens, device cookies, setup links, authenticator apps and signing
              keys. All stay valid.
  --secret    the sealing keys are sealed under another secret: SALLYPORT_SECRET_NEXT, or a new one beside the SQLite
              database. All credentials stay valid, and running instances continue.
  --compromised
              an attacker knows the keys, so the previous ones are removed at once. Signing keys: access tokens are void, and
              token sessions end; cookie sessions continue. Sealing keys: CSRF tokens and device cookies are replaced, and
              open setup links end; authenticator apps stay in force, and the output says how many the attacker knows.
              With --secret: all of that, under the new secret.
  --force     even if another instance cannot know the new key yet: tokens may be refused for five minutes, CSRF tokens
              for half a minute; an instance that does not know the new secret could not start again
  --active KID
              only while this signing or sealing key is in use: a rotation that is run again, or beside another operator,
              is done once`,
	options: {
		signing: { type: "boolean" },
		sealing: { type: "boolean" },
		secret: { type: "boolean" },
		compromised: { type: "boolean" },
		force: { type: "boolean" },
		active: { type: "string" },
	},
	overHttp: true,
	notOverHttp: { secret: ON_ITS_MACHINE, compromised: ON_ITS_MACHINE, force: ON_ITS_MACHINE },
	run: ({ reach, options: { signing, sealing, secret, compromised = false, force = false, active } }) => {
		if ([signing, sealing, secret].filter(Boolean).length > 1)
			throw new WrongUse("Write one of: --signing, --sealing, --secret.");
		const kind = secret ? "secret" : sealing ? "sealing" : "signing";
		if (active !== undefined && (secret || compromised))
			throw new WrongUse("--active is for the rotation of signing or sealing keys.");
		if (compromised) return withDeployment(({ keys }) => replacements[kind](keys, force).catch(explain));
		if (kind !== "secret")
			return reach(async ({ keys }) =>
				describeRotation(await keys.rotate(kind, force, active).catch(explain)),
			);
		return withDeployment(async ({ keys }) => describeSecret(await keys.rotateSecret(force).catch(explain)));
	},
});

type Keys = Opened["keys"];

/** The acts that replace keys that an attacker knows. */
const replacements: Record<
	"signing" | "sealing" | "secret",
	(keys: Keys, force: boolean) => Promise<Result>
> = {
	signing: async (keys) => describeSigning(await keys.replaceSigningKeys()),
	sealing: async (keys) => describeSealing(await keys.replaceSealingKeys()),
	secret: async (keys, force) => {
		const replaced = await keys.replaceSecret(force);
		const secret = describeSecret(replaced);
		const [sealing, signing] = [describeSealing(replaced.sealing), describeSigning(replaced.signing)];
		return {
			document: { ...secret.document, sealing: sealing.document, signing: signing.document },
			text: [secret.text, sealing.text, signing.text, END_ALL].join("\n\n"),
		};
	},
};

const END_ALL = `A stolen cookie would still work. End all sessions now: ${PROGRAM} session end --all`;

type Outcome<Act extends keyof Keys> = Awaited<ReturnType<Keys[Act]>>;

function describeRotation({ applications, ...rotated }: Outcome<"rotateSigningKey">): Result {
	const lines = ({ active, retired }: typeof rotated) => [
		`Active now: ${active}`,
		...retired.map((kid) => `Retired:    ${kid}`),
	];
	if (applications === null) return { document: rotated, text: lines(rotated).join("\n") };
	const text = [...lines(rotated), "", "Of applications:", ...lines(applications)].join("\n");
	return { document: { ...rotated, applications }, text };
}

function describeSealing(replaced: Outcome<"replaceSealingKeys">): Result {
	const { active, deleted, linksEnded, totpSecrets } = replaced;
	const lines = [`Seals now:  ${active}`, ...deleted.map((kid) => `Deleted:    ${kid}`)];
	if (linksEnded > 0) {
		const whose = `For which users: ${PROGRAM} event list --event setup_link_ended`;
		lines.push(`${count(linksEnded, "setup link")} ended. ${whose}`);
	}
	if (totpSecrets > 0) {
		const those = `An attacker knows the ${count(totpSecrets, "authenticator app")} of users, and needs the passwords too.`;
		lines.push(
			`${those} They stay in force. Let each user add another app, then remove the old one; ${PROGRAM} user list`,
		);
		lines.push(
			`shows who has two-step login. For a user who does not: ${PROGRAM} user reset NAME --second-factor`,
		);
	}
	return { document: { active, deleted, linksEnded, totpSecrets }, text: lines.join("\n") };
}

function describeSigning({ active, removed, ended }: Outcome<"replaceSigningKeys">): Result {
	const text = [
		`Signs now:  ${active}`,
		...removed.map((kid) => `Removed:    ${kid}`),
		ended === 0
			? "No token session was open."
			: `${count(ended, "token session")} ended: these users log in again. Cookie sessions continue.`,
		"APIs with @sallyport/verify refuse the removed keys within ten seconds. Restart APIs that verify tokens with another",
		"library: it accepts a removed key for as long as it caches the key set.",
	];
	return { document: { active, removed, ended }, text: text.join("\n") };
}

/** What is to be done after the secret was replaced. */
function describeSecret({ path }: { path: string | null }): Result {
	if (path === null) {
		const advice = "Make the new one SALLYPORT_SECRET everywhere, and remove SALLYPORT_SECRET_NEXT.";
		return { document: { rotated: true }, text: `The secret is replaced. ${advice}` };
	}
	const text = `The secret is replaced; the new one is in ${path}. Back it up with the database.`;
	return { document: { rotated: true, path }, text };
}

/** Why a rotation would do harm now. */
function explain(error: unknown): never {
	if (error instanceof RotationTooEarly) {
		const message = `${error.message} Rotate after ${moment(error.readyAt)}, or use --force.`;
		throw new Failure("rotation_too_early", message);
	}
	if (error instanceof SecretNotAnnounced) {
		const names = error.instances.map(({ host, startedAt }) => `${host} (since ${moment(startedAt)})`);
		const message = `These instances do not know the new secret yet: ${names.join(", ")}. Set SALLYPORT_SECRET_NEXT there and restart them, or use --force.`;
		throw new Failure("secret_not_announced", message);
	}
	throw error;
}

export const key: CommandGroup = {
	summary: "Keys: those that sign access tokens, those that seal values, and the secret above them.",
	commands: { list, rotate },
};
