import { RotationTooEarly } from "../../platform/keys/rotate-keys.ts";
import { SecretNotAnnounced } from "../../platform/keys/rotate-secret.ts";
import { moment } from "./columns.ts";
import { defineCommand, type Result, WrongUse } from "./define-command.ts";
import { describeRotation, describeSealing, describeSecret, describeSigning } from "./describe-rotation.ts";
import { CommandFailed } from "./explain-error.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

export const keyRotate = defineCommand({
	summary: "Switch to the next signing or sealing key, or replace the secret.",
	usage: `sallyport key rotate [--signing | --sealing | --secret] [--force | --compromised]

  --signing   (default) the next signing key signs. Tokens stay valid.
  --sealing   the next sealing key seals CSRF tokens, device cookies, setup links and signing keys. All stay valid.
  --secret    the sealing keys are sealed under another secret: SALLYPORT_SECRET_NEXT, or a new one beside the SQLite
              database. All credentials stay valid, and running instances continue.
  --compromised
              a stranger knows the keys, so the previous ones are removed at once. Signing keys: access tokens are void, and
              token sessions end; cookie sessions continue. Sealing keys: CSRF tokens and device cookies are replaced, and
              open setup links end. With --secret: all of that, under the new secret.
  --force     even if another instance cannot know the new key yet: tokens may be refused for five minutes, CSRF tokens
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

async function rotateSigningKey({ keys }: Opened, { force, compromised }: How): Promise<Result> {
	if (compromised) return describeSigning(await keys.replaceSigningKeys());
	return describeRotation(await keys.rotateSigningKey(force));
}

async function rotateSealingKey({ keys }: Opened, { force, compromised }: How): Promise<Result> {
	if (compromised) return describeSealing(await keys.replaceSealingKeys());
	return describeRotation(await keys.rotateSealingKey(force));
}

async function rotateSecret({ keys }: Opened, { force, compromised }: How): Promise<Result> {
	if (!compromised) return describeSecret(await keys.rotateSecret(force));
	const replaced = await keys.replaceSecret(force);
	const { document, text } = describeSecret(replaced);
	const parts = [describeSealing(replaced.sealing), describeSigning(replaced.signing)] as const;
	return {
		document: { ...document, sealing: parts[0].document, signing: parts[1].document },
		text: [text, ...parts.map((part) => part.text), END_ALL].join("\n\n"),
	};
}

const END_ALL = "A stolen cookie would still work. End all sessions now: sallyport session end --all";

/** Why a rotation would do harm now. */
function explain(error: unknown): never {
	if (error instanceof RotationTooEarly) {
		const who = error.kind === "signing_key" ? "verifiers" : "instances";
		const message = `The next key is so new that ${who} may not know it yet. Rotate after ${moment(error.readyAt)}, or use --force.`;
		throw new CommandFailed("rotation_too_early", message);
	}
	if (error instanceof SecretNotAnnounced) {
		const names = error.instances.map(({ host, startedAt }) => `${host} (since ${moment(startedAt)})`);
		const message = `These instances do not know the new secret yet: ${names.join(", ")}. Set SALLYPORT_SECRET_NEXT there and restart them, or use --force.`;
		throw new CommandFailed("secret_not_announced", message);
	}
	throw error;
}
