import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import type { Page } from "../page.ts";
import { ReauthenticateForm } from "./reauthenticate-form.tsx";

/** Where front ends and APIs send a user whose last login is too old or too weak for what they do. */
export function ReauthenticatePage({ page }: { page: Page }) {
	return (
		<>
			<h1>{reauthenticateTexts.heading}</h1>
			<ReauthenticateForm page={page} onDone={() => location.replace(page.next)} />
			<p class="below">
				<a href={page.to("account")}>{reauthenticateTexts.toAccount}</a>
			</p>
		</>
	);
}
