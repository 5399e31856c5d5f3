import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { emailTexts } from "#texts/email.ts";
import { Form } from "../components/form.tsx";
import type { Page } from "../page.ts";

/** Waits for a click: what merely opens the page, such as a scanner of mail, confirms nothing. */
export function ConfirmEmail({ page, token }: { page: Page; token: string }) {
	const [isDone, setDone] = useState(false);

	async function send(): Promise<"staying"> {
		await page.connection.send("POST /api/auth/email/confirm", { body: { token } });
		// The link is used up.
		history.replaceState(null, "", location.pathname);
		setDone(true);
		return "staying";
	}

	function onProblem({ code }: SallyportError): string | undefined {
		if (code === "not_found" || code === "validation_failed") return emailTexts.invalid;
		return code === "setup_link_used" ? emailTexts.used : undefined;
	}

	if (isDone)
		return (
			<p class="banner" role="status">
				{emailTexts.confirmed}
			</p>
		);
	return (
		<>
			<p>{emailTexts.confirm}</p>
			<Form send={send} onProblem={onProblem} submit={emailTexts.submitConfirm}>
				{() => null}
			</Form>
		</>
	);
}
