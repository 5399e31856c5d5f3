import { type Values, WrongUse } from "./define-command.ts";

/** Options of the commands that write a user's profile. */
export const profileOptions = {
	"display-name": { type: "string" },
	email: { type: "string" },
	verified: { type: "boolean" },
	locale: { type: "string" },
	"external-id": { type: "string" },
	group: { type: "string", multiple: true },
	attribute: { type: "string", multiple: true },
} as const;

export const profileUsage = `  --display-name TEXT      the name for people
  --email ADDRESS          an address; other users may have the same, and it logs no one in
  --verified               you vouch that it is the user's; else only a link in a mail proves it
  --locale TAG             a language, such as de or pt-BR
  --external-id ID         what a directory calls the user; no other user has it
  --group NAME             puts the user into a group; repeat it for more
  --attribute NAME=VALUE   an attribute, such as department=sales; repeat it for more`;

/** Members of a ProfileChange, unchecked. An empty value removes what is there. */
export function readProfileOptions(given: Values<typeof profileOptions>): object {
	const {
		"display-name": displayName,
		email,
		verified,
		locale,
		"external-id": externalId,
		attribute,
	} = given;
	const orNull = (value: string | undefined) => (value === "" ? null : value);
	return {
		displayName,
		email: orNull(email),
		emailVerified: verified,
		locale: orNull(locale),
		externalId: orNull(externalId),
		...(attribute && { attributes: Object.fromEntries(attribute.map(readAttribute)) }),
	};
}

function readAttribute(text: string): [name: string, value: string | null] {
	const at = text.indexOf("=");
	if (at < 1) throw new WrongUse("--attribute is NAME=VALUE.");
	return [text.slice(0, at), text.slice(at + 1) || null];
}
