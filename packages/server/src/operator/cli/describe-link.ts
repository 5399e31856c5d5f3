import type { describeLink as describeGivenLink } from "../../operations/administration/give-link.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { DescribedLink } from "./administered.ts";
import { moment } from "./columns.ts";

/** Without the address where the link went to none, as --json shows it. */
export const linkOf = ({
	setupLink,
	setupLinkExpiresAt,
	sentTo,
}: ReturnType<typeof describeGivenLink>): DescribedLink => ({
	setupLink,
	setupLinkExpiresAt,
	...(sentTo === null ? {} : { sentTo }),
});

/** Of a service account, which gets no link. */
export const loginOfService = (name: string): string =>
	`It logs in with access keys: ${PROGRAM} access-key add ${name} --name TEXT`;

/** What a person reads of a setup link that was just made; empty: none was. */
export function describeLink(
	{ setupLink, setupLinkExpiresAt, sentTo }: DescribedLink,
	what: "the password" | "a new password" = "the password",
): string {
	const until = `It works once, until ${moment(setupLinkExpiresAt)}`;
	if (sentTo !== undefined) return ` A link that sets ${what} goes to ${sentTo}. ${until}.`;
	return setupLink === null ? "" : ` This link sets ${what}. ${until}:\n${setupLink}`;
}
