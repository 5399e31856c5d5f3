import { profileTexts } from "#texts/profile.ts";
import type { Page } from "../page.ts";
import { AccountHeading } from "./account-heading.tsx";
import type { Logins } from "./last-login.ts";
import { LastLoginNote } from "./last-login-note.tsx";

/** The top of the profile; as much of it as the server knows is there before the script has run. */
export function ProfileOpening({ page, logins }: { page: Page; logins: Logins | undefined }) {
	return (
		<>
			<AccountHeading>{profileTexts.hello(page.displayName || page.username)}</AccountHeading>
			<LastLoginNote page={page} logins={logins} />
		</>
	);
}
