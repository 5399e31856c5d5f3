import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { emailTexts } from "#texts/email.ts";
import { useReauthentication } from "../account/use-reauthentication.tsx";
import { Field } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { fieldMistake, Mistake } from "../components/mistake.ts";
import type { Page } from "../page.ts";

/** Sends a link to another address. It takes a login of the last minutes, or the password again. */
export function ChangeEmail({ page }: { page: Page }) {
	const [sentTo, setSentTo] = useState("");
	const { confirmed, dialog } = useReauthentication(page);

	async function send(fields: (name: string) => string): Promise<"staying"> {
		const email = fields("email").trim();
		// Said before a password is asked for; the service has the last word.
		if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Mistake(["email"], emailTexts.wrong);
		const request = () => page.connection.send("POST /api/auth/email", { body: { email } });
		if (await confirmed(request)) setSentTo(email);
		return "staying";
	}

	const onProblem = ({ code }: SallyportError) =>
		code === "validation_failed" ? new Mistake(["email"], emailTexts.wrong) : undefined;

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
			{dialog}
		</>
	);
}
