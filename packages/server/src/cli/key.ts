import { RotationTooEarly } from "../token/rotate-signing-key.ts";
import { listSigningKeys, signingKeyState } from "../token/signing-key-store.ts";
import { listing, moment, timestamp } from "./columns.ts";
import type { CommandGroup } from "./command.ts";
import { defineCommand } from "./define-command.ts";
import { CommandFailed } from "./explain-error.ts";
import { withDeployment } from "./with-deployment.ts";

const list = defineCommand({
	summary: "List signing keys.",
	usage:
		"sallyport key list\n\nLists the signing keys: next (published, not yet used), active (signs), retired (verifies what it signed).",
	run: () =>
		withDeployment(async ({ database }) => {
			const keys = await listSigningKeys(database);
			const rows = keys.map((key) => [
				key.kid,
				key.algorithm,
				signingKeyState(key),
				moment(key.createdAt),
				moment(key.activatedAt),
				moment(key.retiredAt),
			]);
			const document = keys.map((key) => ({
				kid: key.kid,
				algorithm: key.algorithm,
				state: signingKeyState(key),
				createdAt: timestamp(key.createdAt),
				activatedAt: timestamp(key.activatedAt),
				retiredAt: timestamp(key.retiredAt),
			}));
			return {
				document: { keys: document },
				text: listing(
					["KID", "ALGORITHM", "STATE", "CREATED", "ACTIVE SINCE", "RETIRED"],
					rows,
					"There are no keys.",
				),
			};
		}),
});

const rotate = defineCommand({
	summary: "Sign with the next key from now on.",
	usage: `sallyport key rotate [--force]

The next key becomes active, the active one retires, and a new next key is published. Tokens stay valid.

  --force   also when the next key is too new for every verifier to know it: they may refuse tokens for five minutes`,
	options: { force: { type: "boolean" } },
	run: ({ options: { force = false } }) =>
		withDeployment(async ({ deployment }) => {
			try {
				const { active, retired } = await deployment.signingKeyRotation.rotate(force);
				return {
					document: { active, retired },
					text: [`Active now: ${active}`, ...retired.map((kid) => `Retired:    ${kid}`)].join("\n"),
				};
			} catch (error) {
				if (!(error instanceof RotationTooEarly)) throw error;
				const when = moment(error.readyAt);
				const message = `The next key is so new that verifiers may not know it yet. Rotate after ${when}, or use --force.`;
				throw new CommandFailed("rotation_too_early", message);
			}
		}),
});

export const key: CommandGroup = {
	summary: "Signing keys of access tokens: next → active → retired.",
	commands: { list, rotate },
};
