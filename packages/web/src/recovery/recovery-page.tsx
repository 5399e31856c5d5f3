import { useState } from "preact/hooks";
import { recoveryTexts } from "#texts/recovery.ts";
import { Field } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Page } from "../page.ts";

/** For a user who has forgotten the password. The service answers every name alike. */
export function RecoveryPage({ page }: { page: Page }) {
	const [isSent, setSent] = useState(false);

	async function send(fields: (name: string) => string): Promise<"staying"> {
		const body = { login: fields("login").trim() };
		await page.connection.send("POST /api/auth/recovery", { body, beforeLogin: true });
		setSent(true);
		return "staying";
	}

	return (
		<>
			<h1>{recoveryTexts.heading}</h1>
			{isSent ? (
				<div class="banner" role="status">
					<p>{recoveryTexts.sent}</p>
					<p>{recoveryTexts.nothing}</p>
				</div>
			) : (
				<>
					<p>{recoveryTexts.intro}</p>
					<Form send={send} submit={recoveryTexts.submit}>
						{() => (
							<Field id="login" label={recoveryTexts.login} mistake="">
								<input
									id="login"
									name="login"
									type="text"
									autocomplete="username"
									autocapitalize="none"
									spellcheck={false}
									maxLength={254}
									required
									autofocus
								/>
							</Field>
						)}
					</Form>
				</>
			)}
			<p class="below">
				<a href={page.to("login")}>{recoveryTexts.toLogin}</a>
			</p>
		</>
	);
}
