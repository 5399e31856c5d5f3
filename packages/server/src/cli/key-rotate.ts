import { prepareSecretFile, secretPath } from "../deployment/secret.ts";
import { createKeyring, type Keyring } from "../lib/seal.ts";
import type { ReplacedSealingKeys } from "../sealing/replace-sealing-keys.ts";
import { SealingRotationTooEarly } from "../sealing/rotate-sealing-key.ts";
import { createRotateSecret, SecretNotAnnounced } from "../sealing/rotate-secret.ts";
import { RotationTooEarly } from "../token/rotate-signing-key.ts";
import { count, moment } from "./columns.ts";
import { defineCommand, type Result } from "./define-command.ts";
import { CommandFailed } from "./explain-error.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";
import { WrongUse } from "./wrong-use.ts";

export const keyRotate = defineCommand({
	summary: "Sign, or seal, with the next key from now on; or replace the secret.",
	usage: `sallyport key rotate [--signing | --sealing | --secret] [--force | --compromised]

  --signing   (default) the next signing key signs. Tokens stay valid.
  --sealing   the next sealing key seals CSRF tokens, device cookies, setup links and signing keys. All stay valid.
  --secret    the sealing keys move under another secret: SALLYPORT_SECRET_NEXT, or a new one beside the SQLite database.
              Nothing that was handed out changes, and instances that run go on.
  --compromised
              a stranger knows them, so the keys of before go at once. With --sealing: all sealing keys; CSRF tokens and
              device cookies are made anew, open setup links end. With --secret: the same, under the new secret.
  --force     also when another instance cannot know the new key yet: tokens may be refused for five minutes, CSRF tokens
              for half a minute; an instance that does not know the new secret could not start again`,
	options: {
		signing: { type: "boolean" },
		sealing: { type: "boolean" },
		secret: { type: "boolean" },
		compromised: { type: "boolean" },
		force: { type: "boolean" },
	},
	run: ({
		options: { signing = false, sealing = false, secret = false, compromised = false, force = false },
	}) => {
		if ([signing, sealing, secret].filter(Boolean).length > 1)
			throw new WrongUse("Write one of: --signing, --sealing, --secret.");
		if (compromised && !sealing && !secret)
			throw new WrongUse("--compromised is for --sealing and --secret.");
		const rotate = secret ? rotateSecret : sealing ? rotateSealingKey : rotateSigningKey;
		return withDeployment((opened) => rotate(opened, { force, compromised }).catch(explain));
	},
});

interface How {
	force: boolean;
	compromised: boolean;
}

async function rotateSigningKey({ deployment }: Opened, { force }: How): Promise<Result> {
	return describe(await deployment.signingKeyRotation.rotate(force));
}

async function rotateSealingKey({ deployment }: Opened, { force, compromised }: How): Promise<Result> {
	const { audit, replaceSealingKeys, sealingKeyRotation } = deployment;
	if (compromised) return describeReplaced(await audit.transact(replaceSealingKeys));
	return describe(await sealingKeyRotation.rotate(force));
}

function describe({ active, retired }: { active: string; retired: string[] }): Result {
	return {
		document: { active, retired },
		text: [`Active now: ${active}`, ...retired.map((kid) => `Retired:    ${kid}`)].join("\n"),
	};
}

function describeReplaced({ active, deleted, linksEnded }: ReplacedSealingKeys): Result {
	const lines = [`Active now: ${active}`, ...deleted.map((kid) => `Deleted:    ${kid}`)];
	if (linksEnded > 0) {
		const whose = "Whose they were: sallyport event list --event setup_link_ended";
		lines.push(`${count(linksEnded, "setup link")} ended. ${whose}`);
	}
	return { document: { active, deleted, setupLinksEnded: linksEnded }, text: lines.join("\n") };
}

async function rotateSecret({ deployment }: Opened, { force, compromised }: How): Promise<Result> {
	const { config, random, clock, audit, secret, replaceAllKeys } = deployment;
	const from = createKeyring(secret.value, random);
	const rotate = createRotateSecret({ transact: audit.transact, clock });
	const options = { force, replace: compromised ? replaceAllKeys : undefined };
	const beside = secretPath(config.databaseUrl);
	if (config.secretNext !== null) {
		const to = demandOther(from, createKeyring(config.secretNext, random));
		const replaced = await rotate(from, to, options);
		const text =
			"The secret is replaced. Make the new one SALLYPORT_SECRET everywhere, and remove SALLYPORT_SECRET_NEXT.";
		return withReplaced({ document: { rotated: true }, text }, replaced);
	}
	if (beside === null || secret.path !== beside) {
		const message =
			"Announce the new secret first: set SALLYPORT_SECRET_NEXT on every instance, and here. Make one: openssl rand -base64 48";
		throw new CommandFailed("secret_next_missing", message);
	}
	const prepared = prepareSecretFile(beside, random);
	const to = createKeyring(prepared.value, random);
	const replaced = await rotate(from, to, { ...options, inFile: true });
	prepared.settle();
	const text = `The secret is replaced; the new one is in ${beside}. Back it up with the database.`;
	return withReplaced({ document: { rotated: true, path: beside }, text }, replaced);
}

function demandOther(from: Keyring, to: Keyring): Keyring {
	if (to.fingerprint !== from.fingerprint) return to;
	const message = "SALLYPORT_SECRET_NEXT is the secret in force already: there is nothing to rotate.";
	throw new CommandFailed("secret_in_force", message);
}

/** Adds what a rotation says that replaced the sealing keys, too. */
function withReplaced(result: Result, replaced: ReplacedSealingKeys | undefined): Result {
	if (replaced === undefined) return result;
	const { document, text } = describeReplaced(replaced);
	return { document: { ...result.document, ...document }, text: `${result.text}\n${text}` };
}

/** Why a rotation would do harm now. */
function explain(error: unknown): never {
	if (error instanceof RotationTooEarly) {
		const message = `The next key is so new that verifiers may not know it yet. Rotate after ${moment(error.readyAt)}, or use --force.`;
		throw new CommandFailed("rotation_too_early", message);
	}
	if (error instanceof SealingRotationTooEarly) {
		const message = `The next key is so new that instances may not know it yet. Rotate after ${moment(error.readyAt)}, or use --force.`;
		throw new CommandFailed("rotation_too_early", message);
	}
	if (error instanceof SecretNotAnnounced) {
		const names = error.instances.map(({ host, startedAt }) => `${host} (since ${moment(startedAt)})`);
		const message = `These instances do not know the new secret yet: ${names.join(", ")}. Set SALLYPORT_SECRET_NEXT there and start them anew, or use --force.`;
		throw new CommandFailed("secret_not_announced", message);
	}
	throw error;
}
