import { moment } from "./columns.ts";

interface Given {
	setupLink: string | null;
	setupLinkExpiresAt: number | null;
	sentTo?: string;
}

/** What a person reads of a setup link that was just made; empty: none was. */
export function describeLink(
	{ setupLink, setupLinkExpiresAt, sentTo }: Given,
	what: "the password" | "a new password" = "the password",
): string {
	const until = `It works once, until ${moment(setupLinkExpiresAt)}`;
	if (sentTo !== undefined) return ` A link that sets ${what} goes to ${sentTo}. ${until}.`;
	return setupLink === null ? "" : ` This link sets ${what}. ${until}:\n${setupLink}`;
}
