import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { emailTexts } from "#texts/email.ts";
import { Field } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { fieldMistake, Mistake } from "../components/mistake.ts";
import type { Page } from "../page.ts";

/** Sends a link to another address. It takes a login of the last minutes, which another page confirms. */
export function ChangeEmail({ page }: { page: Page }) {
	const [sentTo, setSentTo] = useState("");
	const [isStale, setStale] = useState(false);

	async function send(fields: (name: string) => string): Promise<"staying"> {
		const email = fields("email").trim();
		setStale(false);
		// Said before the page leads away to a password; the service has the last word.
		if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Mistake(["email"], emailTexts.wrong);
		await page.connection.send("POST /api/auth/email", { body: { email } });
		setSentTo(email);
		return "staying";
	}

	function onProblem({ code }: SallyportError): Mistake | string | undefined {
		if (code === "validation_failed") return new Mistake(["email"], emailTexts.wrong);
		if (code !== "reauthentication_required") return undefined;
		setStale(true);
		return emailTexts.password;
	}

	if (sentTo !== "")
		return (
			<p class="banner" role="status">
				{emailTexts.sent(sentTo)}
			</p>
		);
	return (
		<>
			<p>{emailTexts.intro}</p>
			<Form send={send} onProblem={onProblem} submit={emailTexts.submit}>
				{(mistake) => {
					const { attributes, message } = fieldMistake(mistake, "email");
					return (
						<Field id="email" label={emailTexts.email} mistake={message}>
							<input
								id="email"
								name="email"
								type="text"
								inputMode="email"
								autocomplete="email"
								autocapitalize="none"
								spellcheck={false}
								maxLength={254}
								required
								{...attributes}
							/>
						</Field>
					);
				}}
			</Form>
			{isStale && (
				<p class="below">
					<a href={page.to("reauthenticate", { next: page.to("email") })}>{emailTexts.reauthenticate}</a>
				</p>
			)}
		</>
	);
}
