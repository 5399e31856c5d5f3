import { logIn, type SallyportError } from "@sallyport/client";
import { Form } from "../components/form.tsx";
import { Mistake } from "../components/mistake.ts";
import { PasswordField } from "../components/password-field.tsx";
import { UsernameField } from "../components/username-field.tsx";
import type { Page } from "../page.ts";
import { safeNext } from "../safe-next.ts";
import { texts } from "../texts.ts";

export function LoginPage({ page, query }: { page: Page; query: URLSearchParams }) {
	const ended = query.get("ended") ?? "";
	const why = Object.hasOwn(texts.ended, ended) ? texts.ended[ended] : undefined;

	async function send(fields: (name: string) => string): Promise<"leaving"> {
		await logIn(page.connection, { username: fields("username"), password: fields("password") });
		const next = safeNext(query.get("next"), page.baseUrl);
		// A redirect to this page keeps the fragment of the address that was opened.
		location.assign(next.includes("#") ? next : next + location.hash);
		return "leaving";
	}

	function onProblem({ code }: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (code !== "invalid_credentials") return undefined;
		const password = form.querySelector<HTMLInputElement>("#password");
		if (password !== null) password.value = "";
		return new Mistake(["username", "password"], texts.problems.invalid_credentials ?? "");
	}

	return (
		<>
			<h1>{texts.login.heading}</h1>
			{why !== undefined && (
				<p class="banner" role="status">
					{why}
				</p>
			)}
			<Form send={send} onProblem={onProblem} submit={texts.login.submit}>
				{(mistake) => (
					<>
						<UsernameField mistake={mistake} />
						<PasswordField
							id="password"
							label={texts.login.password}
							autocomplete="current-password"
							mistake={mistake}
						/>
					</>
				)}
			</Form>
		</>
	);
}
