import { PROGRAM } from "../../platform/lib/package-root.ts";
import { isUuid } from "../../platform/lib/random.ts";
import { WrongUse } from "./define-command.ts";

/** Of commands that are about one user, or about all: they take NAME and --user NAME alike. */
export const userOption = { user: { type: "string" } } as const;

/** Throws WrongUse where both are given, and differ. */
export function oneUser(option: string | undefined, name: string | undefined): string | undefined {
	if (option !== undefined && name !== undefined && name !== option)
		throw new WrongUse("Write one of: NAME, --user NAME.");
	return name ?? option;
}

/** A name is no ID: what ends all that a user has takes more than a bare word. Throws WrongUse. */
export function requireId(id: string, command: string, one: string): void {
	if (isUuid(id)) return;
	const [group] = command.split(" ");
	throw new WrongUse(
		`An ID names ${one}, as ${PROGRAM} ${group} list shows it. For all of a user: ${PROGRAM} ${command} --user NAME.`,
	);
}
