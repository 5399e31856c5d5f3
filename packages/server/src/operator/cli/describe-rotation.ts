import type { ReplaceSigningKeys } from "../../features/administration/replace-signing-keys.ts";
import type { ReplacedSealingKeys } from "../../platform/keys/rotate-sealing-key.ts";
import { count } from "./columns.ts";
import type { Result } from "./define-command.ts";

export function describeRotation({ active, retired }: { active: string; retired: string[] }): Result {
	return {
		document: { active, retired },
		text: [`Active now: ${active}`, ...retired.map((kid) => `Retired:    ${kid}`)].join("\n"),
	};
}

/** After the replacement of compromised sealing keys. */
export function describeSealing({ active, deleted, linksEnded }: ReplacedSealingKeys): Result {
	const lines = [`Seals now:  ${active}`, ...deleted.map((kid) => `Deleted:    ${kid}`)];
	if (linksEnded > 0) {
		const whose = "For which users: sallyport event list --event setup_link_ended";
		lines.push(`${count(linksEnded, "setup link")} ended. ${whose}`);
	}
	return { document: { active, deleted, linksEnded }, text: lines.join("\n") };
}

/** After the replacement of compromised signing keys. */
export function describeSigning({ active, removed, ended }: Awaited<ReturnType<ReplaceSigningKeys>>): Result {
	const sessions =
		ended === 0
			? "No token session was open."
			: `${count(ended, "token session")} ended: these users log in again. Cookie sessions continue.`;
	const text = [
		`Signs now:  ${active}`,
		...removed.map((kid) => `Removed:    ${kid}`),
		sessions,
		"APIs with @sallyport/verify refuse the removed keys within ten seconds. Restart APIs that verify tokens with another",
		"library: it accepts a removed key for as long as it caches the key set.",
	];
	return { document: { active, removed, ended }, text: text.join("\n") };
}

/** What is to be done after the secret was replaced. */
export function describeSecret({ path }: { path: string | null }): Result {
	return path === null
		? {
				document: { rotated: true },
				text: "The secret is replaced. Make the new one SALLYPORT_SECRET everywhere, and remove SALLYPORT_SECRET_NEXT.",
			}
		: {
				document: { rotated: true, path },
				text: `The secret is replaced; the new one is in ${path}. Back it up with the database.`,
			};
}
