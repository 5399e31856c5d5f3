import { logIn, type SallyportError } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { loginTexts, texts } from "#texts/login.ts";
import { Form } from "../components/form.tsx";
import { Mistake } from "../components/mistake.ts";
import { PasswordField } from "../components/password-field.tsx";
import { UsernameField } from "../components/username-field.tsx";
import type { Page } from "../page.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import { usePasskeyLogin } from "../passkey/use-passkey-login.ts";
import { useSecondStep } from "../second-step/use-second-step.ts";

export function LoginPage({ page, query }: { page: Page; query: URLSearchParams }) {
	const ended = query.get("ended") ?? "";
	const reasons: Record<string, string> = loginTexts.ended;
	const opened = Object.hasOwn(reasons, ended) ? reasons[ended] : undefined;
	const [username, setUsername] = useState("");
	const [remember, setRemember] = useState(false);
	const { asked, why, first, back } = useSecondStep();
	const passkey = usePasskeyLogin(page, asked === null, leave);
	useEffect(() => {
		// Back from the second step: the name is still there.
		if (asked === null && username !== "") page.root.querySelector<HTMLElement>("#password")?.focus();
	}, [asked]);

	function leave(): "leaving" {
		const { next } = page;
		// A redirect to this page keeps the fragment of the address that was opened.
		location.assign(next.includes("#") ? next : next + location.hash);
		return "leaving";
	}

	async function send(fields: (name: string) => string): Promise<"leaving" | "staying"> {
		const username = fields("username");
		setUsername(username);
		const password = fields("password");
		const remember = fields("remember") !== "";
		setRemember(remember);
		passkey.stop();
		try {
			const given = { username, password, remember };
			return (await first(() => logIn(page.connection, given))) ? leave() : "staying";
		} catch (error) {
			passkey.offerLater();
			throw error;
		}
	}

	if (asked !== null) {
		const { SecondStep, requirement } = asked;
		return (
			<>
				<h1>{loginTexts.secondStep}</h1>
				<SecondStep
					page={{ ...page, username }}
					requirement={requirement}
					purpose="login"
					submit={loginTexts.submit}
					onDone={leave}
					back={back}
				/>
			</>
		);
	}
	return (
		<>
			<h1>{loginTexts.heading}</h1>
			{why !== "" ? (
				<p class="banner" role="alert">
					{why}
				</p>
			) : (
				opened !== undefined && (
					<p class="banner" role="status">
						{opened}
					</p>
				)
			)}
			<Form send={send} onProblem={onProblem} submit={loginTexts.submit}>
				{(mistake) => (
					<>
						<UsernameField typed={username} mistake={mistake} />
						<PasswordField
							id="password"
							label={texts.password}
							autocomplete="current-password"
							mistake={mistake}
						/>
						{page.remembers && (
							<label class="tick">
								{/* As it was before the second step. */}
								<input type="checkbox" name="remember" {...(remember && { defaultChecked: true })} />
								<span>{loginTexts.remember}</span>
							</label>
						)}
					</>
				)}
			</Form>
			{knowsPasskeys() && (
				<div class="below">
					<button type="button" class="link" aria-busy={passkey.busy} onClick={passkey.start}>
						{loginTexts.passkey}
					</button>
					<div class="alert" role="alert">
						{passkey.failure}
					</div>
				</div>
			)}
			{page.recovers && (
				<p class="below">
					<a href={page.to("recovery")}>{loginTexts.forgotten}</a>
				</p>
			)}
		</>
	);
}

function onProblem({ code }: SallyportError, form: HTMLFormElement): Mistake | undefined {
	if (code !== "invalid_credentials") return undefined;
	const password = form.querySelector<HTMLInputElement>("#password");
	if (password !== null) password.value = "";
	return new Mistake(["username", "password"], texts.problems.invalid_credentials);
}
