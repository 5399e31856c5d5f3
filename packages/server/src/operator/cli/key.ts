import { keyState } from "../../platform/keys/key-state.ts";
import { listSigningKeys } from "../../platform/keys/key-store.ts";
import { listing, moment, timestamp } from "./columns.ts";
import { type CommandGroup, defineCommand } from "./define-command.ts";
import { keyRotate } from "./key-rotate.ts";
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
				keyState(key),
				moment(key.createdAt),
				moment(key.activatedAt),
				moment(key.retiredAt),
			]);
			const document = keys.map((key) => ({
				kid: key.kid,
				algorithm: key.algorithm,
				state: keyState(key),
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

export const key: CommandGroup = {
	summary: "Keys: those that sign access tokens, those that seal values, and the secret above them.",
	commands: { list, rotate: keyRotate },
};
