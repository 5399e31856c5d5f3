import { completeSetup, type SallyportError } from "@sallyport/client";
import { Form, Mistake } from "../components/form.tsx";
import { focusNewPassword, NewPasswordFields, newPasswordFrom } from "../components/new-password-fields.tsx";
import type { Page } from "../page.ts";
import { texts } from "../texts.ts";
import { readSetupLink } from "./setup-link.ts";

/**
 * The link's secret stands after the #, where no server log sees it. It stays in the address bar until it has worked,
 * so that a reload does not lose it, and is kept nowhere else.
 */
export function SetupPage({ page }: { page: Page }) {
	const minimum = page.passwordMinimum;
	const { username } = readSetupLink(location.hash);

	async function save(fields: (name: string) => string): Promise<"leaving"> {
		const { token } = readSetupLink(location.hash);
		if (token === null) throw new Mistake("new-password", texts.setup.incomplete);
		const password = newPasswordFrom(fields, minimum);
		await completeSetup(page.connection, { token, password });
		history.replaceState(null, "", location.pathname);
		location.replace(`${page.base}/account`);
		return "leaving";
	}

	function onProblem({ code, errors }: SallyportError, form: HTMLFormElement): string | undefined {
		if (code === "password_rejected") focusNewPassword(form);
		const badToken = code === "validation_failed" && errors.some(({ pointer }) => pointer === "/token");
		return code === "not_found" || badToken ? texts.setup.invalid : undefined;
	}

	return (
		<>
			<h1>{username === null ? texts.setup.heading : texts.setup.headingFor(username)}</h1>
			<Form send={save} onProblem={onProblem} submit={texts.setup.submit}>
				{/* For password managers, which would else save the password without a name. */}
				<input type="text" name="username" autocomplete="username" value={username ?? ""} readOnly hidden />
				<NewPasswordFields minimum={minimum} />
			</Form>
			<p class="below">
				<a href={`${page.base}/login`}>{texts.setup.haveOne}</a>
			</p>
		</>
	);
}
