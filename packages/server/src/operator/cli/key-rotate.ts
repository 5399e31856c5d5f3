import { createReplaceSigningKeys } from "../../features/administration/replace-signing-keys.ts";
import { SealingRotationTooEarly } from "../../platform/keys/rotate-sealing-key.ts";
import { createRotateSecret, SecretNotAnnounced } from "../../platform/keys/rotate-secret.ts";
import { RotationTooEarly } from "../../platform/keys/rotate-signing-key.ts";
import { nextSecretPath, secretPath, writeNextSecret } from "../../platform/keys/secret.ts";
import { createKeyring, type Keyring } from "../../platform/lib/seal.ts";
import { moment } from "./columns.ts";
import { defineCommand, type Result } from "./define-command.ts";
import { describeRotation, describeSealing, describeSigning } from "./describe-rotation.ts";
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
              a stranger knows the keys, so those of before go at once. Of signing keys, access tokens are void, and token
              sessions end; cookie sessions go on. Of sealing keys, CSRF tokens and device cookies are replaced, and
              open setup links end. With --secret: all of that, under the new secret.
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
		const rotate = secret ? rotateSecret : sealing ? rotateSealingKey : rotateSigningKey;
		return withDeployment((opened) => rotate(opened, { force, compromised }).catch(explain));
	},
});

interface How {
	force: boolean;
	compromised: boolean;
}

async function rotateSigningKey({ deployment, database }: Opened, how: How): Promise<Result> {
	const { audit, clock, signingKeyRotation } = deployment;
	if (!how.compromised) return describeRotation(await signingKeyRotation.rotate(how.force));
	const { transact } = audit;
	const replace = createReplaceSigningKeys({ database, transact, clock, signingKeyRotation });
	return describeSigning(await replace());
}

async function rotateSealingKey({ deployment }: Opened, { force, compromised }: How): Promise<Result> {
	const { audit, replaceSealingKeys, sealingKeyRotation } = deployment;
	if (compromised) return describeSealing(await audit.transact(replaceSealingKeys));
	return describeRotation(await sealingKeyRotation.rotate(force));
}

async function rotateSecret({ deployment }: Opened, { force, compromised }: How): Promise<Result> {
	const { random, clock, audit, secret, replaceSecret } = deployment;
	const from = createKeyring(secret.value, random);
	const { to, file, document, text } = nextSecret(deployment, from);
	if (!compromised) {
		await createRotateSecret({ transact: audit.transact, clock })(from, to, { force, file });
		return { document, text };
	}
	const { sealing, signing } = await replaceSecret(from, to, { force, file });
	const parts = [describeSealing(sealing), describeSigning(signing)] as const;
	return {
		document: { ...document, sealing: parts[0].document, signing: parts[1].document },
		text: [text, ...parts.map((part) => part.text), END_ALL].join("\n\n"),
	};
}

const END_ALL = "A stolen cookie would still work. End all sessions now: sallyport session end --all";

/** Where the new secret comes from, and what is to be said when it is in force. */
function nextSecret({ config, random, secret, settleSecretFile }: Opened["deployment"], from: Keyring) {
	if (config.secretNext !== null) {
		const to = demandOther(from, createKeyring(config.secretNext, random));
		const text =
			"The secret is replaced. Make the new one SALLYPORT_SECRET everywhere, and remove SALLYPORT_SECRET_NEXT.";
		return { to, file: undefined, document: { rotated: true }, text };
	}
	const path = secretPath(config.databaseUrl);
	if (path === null || (secret.path !== path && secret.path !== nextSecretPath(path))) {
		const message =
			"Announce the new secret first: set SALLYPORT_SECRET_NEXT on every instance, and here. Make one: openssl rand -base64 48";
		throw new CommandFailed("secret_next_missing", message);
	}
	const value = random(48).toString("base64");
	const isInForce = (each: string) => createKeyring(each, random).fingerprint === from.fingerprint;
	const file = {
		write: () => writeNextSecret(path, value, { isInForce, random }),
		settle: settleSecretFile,
	};
	const text = `The secret is replaced; the new one is in ${path}. Back it up with the database.`;
	return { to: createKeyring(value, random), file, document: { rotated: true, path }, text };
}

function demandOther(from: Keyring, to: Keyring): Keyring {
	if (to.fingerprint !== from.fingerprint) return to;
	const message = "SALLYPORT_SECRET_NEXT is the secret in force already: there is nothing to rotate.";
	throw new CommandFailed("secret_in_force", message);
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
