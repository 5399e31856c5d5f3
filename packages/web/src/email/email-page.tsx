import { emailTexts } from "#texts/email.ts";
import { AccountHeading } from "../account/account-heading.tsx";
import type { Page } from "../page.ts";
import { useSetupLink } from "../setup/use-setup-link.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";

/** Where the link of a mail leads to confirm an address, and where a user asks for that mail. */
export function EmailPage({ page }: { page: Page }) {
	const { token } = useSetupLink();
	return (
		<>
			<AccountHeading>{emailTexts.heading}</AccountHeading>
			{token === null ? <ChangeEmail page={page} /> : <ConfirmEmail key={token} page={page} token={token} />}
			<p class="below">
				<a href={page.to("account")}>{emailTexts.toAccount}</a>
			</p>
		</>
	);
}
