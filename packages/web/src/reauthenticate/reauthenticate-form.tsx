import { reauthenticate, type SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { texts } from "#texts/login.ts";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { Form } from "../components/form.tsx";
import { Mistake } from "../components/mistake.ts";
import { PasswordField } from "../components/password-field.tsx";
import { UsernameForManagers } from "../components/username-for-managers.tsx";
import type { Page } from "../page.ts";
import { useSecondStep } from "../second-step/use-second-step.ts";
import { ByPasskey } from "./by-passkey.tsx";

const id = "confirm-password";

interface Props {
	page: Page;
	class?: string;
	/** Everything is proven: by this password, or empty by something else. */
	onDone: (password: string) => "leaving" | Promise<"leaving" | "staying">;
	/** Next to the first button. */
	aside?: ComponentChildren;
}

/** Asks for all that a login of the user takes, and renews the session. */
export function ReauthenticateForm({ page, onDone, aside, ...look }: Props) {
	const { asked, why, first, back } = useSecondStep();

	async function confirm(fields: (name: string) => string): Promise<"leaving" | "staying"> {
		const password = fields(id);
		if (!(await first(() => reauthenticate(page.connection, password)))) return "staying";
		return onDone(password);
	}

	const done = () => void onDone("");

	function onProblem({ code }: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (code !== "invalid_credentials") return undefined;
		form.reset();
		return new Mistake([id], reauthenticateTexts.wrongPassword);
	}

	if (asked !== null) {
		const { SecondStep, requirement } = asked;
		const { submit } = reauthenticateTexts;
		return (
			<SecondStep
				{...look}
				page={page}
				requirement={requirement}
				purpose="reauthenticate"
				submit={submit}
				onDone={done}
				back={back}
			/>
		);
	}
	return (
		<>
			{why === "" ? (
				<p>{reauthenticateTexts.intro}</p>
			) : (
				<p class="banner" role="alert">
					{why}
				</p>
			)}
			<Form {...look} send={confirm} onProblem={onProblem} submit={reauthenticateTexts.submit} aside={aside}>
				{(mistake) => (
					<>
						<UsernameForManagers username={page.username} />
						<PasswordField
							id={id}
							label={texts.password}
							autocomplete="current-password"
							mistake={mistake}
							autofocus
						/>
					</>
				)}
			</Form>
			<ByPasskey page={page} onDone={done} />
		</>
	);
}
