import { logIn, type SallyportError } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { texts } from "#texts/login.ts";
import { Form } from "../../components/form.tsx";
import { Mistake } from "../../components/mistake.ts";
import { PasswordField } from "../../components/password-field.tsx";
import { UsernameForManagers } from "../../components/username-for-managers.tsx";
import type { Page } from "../../page.ts";
import { useSecondStep } from "../../second-step/use-second-step.ts";

const id = "password-again";
const words = consoleTexts.over;

/** The session is over: the same user logs in again without leaving the page, so that nothing on it is lost. */
export function LogInAgain({ page, onClose }: { page: Page; onClose: (proven: boolean) => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const done = useRef(false);
	const { asked, why, first, back } = useSecondStep();
	useEffect(() => dialog.current?.showModal(), []);

	function finish(): "leaving" {
		done.current = true;
		dialog.current?.close();
		return "leaving";
	}

	async function send(fields: (name: string) => string): Promise<"leaving" | "staying"> {
		const given = { username: page.username, password: fields(id) };
		return (await first(() => logIn(page.connection, given))) ? finish() : "staying";
	}

	function onProblem({ code }: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (code !== "invalid_credentials") return undefined;
		form.reset();
		return new Mistake([id], words.wrong);
	}

	const here = location.pathname + location.search;
	return (
		<dialog ref={dialog} aria-labelledby="log-in-again" onClose={() => onClose(done.current)}>
			<h2 id="log-in-again">{words.heading}</h2>
			{why !== "" && (
				<p class="banner" role="alert">
					{why}
				</p>
			)}
			{asked === null ? (
				<>
					<p>{words.intro}</p>
					<Form class="" send={send} onProblem={onProblem} submit={words.submit}>
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
					<p class="below">
						<a href={page.to("login", { next: here })} target="_blank" rel="noreferrer">
							{words.elsewhere}
						</a>
					</p>
					<p class="below">
						<button type="button" class="link" onClick={finish}>
							{words.done}
						</button>
					</p>
				</>
			) : (
				<asked.SecondStep
					page={page}
					requirement={asked.requirement}
					purpose="login"
					submit={words.submit}
					onDone={finish}
					back={back}
					class=""
				/>
			)}
		</dialog>
	);
}
