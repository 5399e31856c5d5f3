import { accountTexts } from "#texts/account.ts";
import type { Page } from "../page.ts";
import type { Logins } from "./last-login.ts";
import { LastLoginNote } from "./last-login-note.tsx";

/** The top of the account page; as much of it as the server knows is there before the script has run. */
export function AccountOpening({ page, logins }: { page: Page; logins: Logins | undefined }) {
	return (
		<>
			<h1>{accountTexts.greeting.hello(page.displayName || page.username)}</h1>
			<p class="intro">{accountTexts.greeting.intro}</p>
			<LastLoginNote logins={logins} />
		</>
	);
}
