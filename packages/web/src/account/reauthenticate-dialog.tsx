import { reauthenticate, type SallyportError } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { Form } from "../components/form.tsx";
import { Mistake } from "../components/mistake.ts";
import { PasswordField } from "../components/password-field.tsx";
import { UsernameForManagers } from "../components/username-for-managers.tsx";
import type { Page } from "../page.ts";
import { texts } from "../texts.ts";
import { accountTexts } from "./texts.ts";

/** `onClose(true)`: the password was right; `onClose(false)`: cancelled by button or Escape. */
export function ReauthenticateDialog({
	page,
	onClose,
}: {
	page: Page;
	onClose: (confirmed: boolean) => void;
}) {
	const dialog = useRef<HTMLDialogElement>(null);
	const done = useRef(false);
	const words = accountTexts.reauthenticate;
	useEffect(() => dialog.current?.showModal(), []);

	async function confirm(fields: (name: string) => string): Promise<"leaving"> {
		await reauthenticate(page.connection, fields("confirm-password"));
		done.current = true;
		dialog.current?.close();
		return "leaving";
	}

	function onProblem({ code }: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (code !== "invalid_credentials") return undefined;
		form.reset();
		return new Mistake(["confirm-password"], accountTexts.wrongPassword);
	}

	return (
		<dialog ref={dialog} aria-labelledby="reauthenticate" onClose={() => onClose(done.current)}>
			<h2 id="reauthenticate">{words.heading}</h2>
			<p>{words.intro}</p>
			<Form
				class=""
				send={confirm}
				onProblem={onProblem}
				submit={words.submit}
				aside={
					<button type="button" class="quiet" onClick={() => dialog.current?.close()}>
						{words.cancel}
					</button>
				}
			>
				{(mistake) => (
					<>
						<UsernameForManagers username={page.username} />
						<PasswordField
							id="confirm-password"
							label={texts.login.password}
							autocomplete="current-password"
							mistake={mistake}
							autofocus
						/>
					</>
				)}
			</Form>
		</dialog>
	);
}
