import { completeSetup, type SallyportError } from "@sallyport/client";
import { Form } from "../components/form.tsx";
import type { Mistake } from "../components/mistake.ts";
import {
	NewPasswordFields,
	newPasswordFrom,
	refusedNewPassword,
} from "../components/new-password-fields.tsx";
import type { Page } from "../page.ts";
import type { SetupLink } from "./setup-link.ts";
import { setupTexts } from "./texts.ts";
import { linkRefusal, useLinkRefusal } from "./use-link-refusal.ts";

/** What a setup link opens; an incomplete one has no token, and one that cannot be used gets no form. */
export function SetupContent({ page, token, username }: { page: Page } & SetupLink) {
	const refusal = useLinkRefusal(page, token);
	return (
		<>
			<h1>{username === null ? setupTexts.heading : setupTexts.headingFor(username)}</h1>
			{token === null || refusal !== undefined ? (
				<div class="alert" role="alert">
					{refusal ?? setupTexts.incomplete}
				</div>
			) : (
				<SetupForm key={token} page={page} token={token} username={username ?? ""} />
			)}
			<p class="below">
				<a href={`${page.base}/login`}>{setupTexts.haveOne}</a>
			</p>
		</>
	);
}

function SetupForm({ page, token, username }: { page: Page; token: string; username: string }) {
	const minimum = page.passwordMinimum;

	async function save(fields: (name: string) => string): Promise<"leaving"> {
		const password = newPasswordFrom(fields, minimum);
		await completeSetup(page.connection, { token, password });
		history.replaceState(null, "", location.pathname);
		location.replace(`${page.base}/account`);
		return "leaving";
	}

	function onProblem(problem: SallyportError): Mistake | string | undefined {
		return linkRefusal(problem) ?? refusedNewPassword(problem);
	}

	return (
		<Form send={save} onProblem={onProblem} submit={setupTexts.submit}>
			{(mistake) => (
				<>
					{/* For password managers, which would otherwise save the password without a name. */}
					<input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
					<NewPasswordFields minimum={minimum} mistake={mistake} />
				</>
			)}
		</Form>
	);
}
