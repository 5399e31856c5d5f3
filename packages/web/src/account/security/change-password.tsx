import { type Connection, changePassword, type SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { securityTexts } from "#texts/security.ts";
import { Form } from "../../components/form.tsx";
import { Mistake } from "../../components/mistake.ts";
import {
	NewPasswordFields,
	newPasswordFrom,
	refusedNewPassword,
} from "../../components/new-password-fields.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { UsernameForManagers } from "../../components/username-for-managers.tsx";
import type { Page } from "../../page.ts";
import { useReauthentication } from "../use-reauthentication.tsx";

export function ChangePassword({ page }: { page: Page }) {
	const [times, setTimes] = useState(0);
	const [keys, setKeys] = useState(0);
	const { confirmed, dialog } = useReauthentication(page);
	const words = securityTexts.password;

	async function change(fields: (name: string) => string, form: HTMLFormElement): Promise<"staying"> {
		const newPassword = newPasswordFrom(fields, page.passwordMinimum);
		const change = { currentPassword: fields("current-password"), newPassword };
		if (!(await confirmed(() => changePassword(page.connection, change)))) return "staying";
		form.reset();
		setTimes(times + 1);
		void livingKeys(page.connection).then(setKeys, () => undefined);
		return "staying";
	}

	function onProblem(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (problem.code !== "invalid_credentials") return refusedNewPassword(problem);
		const current = form.querySelector<HTMLInputElement>("#current-password");
		if (current !== null) current.value = "";
		return new Mistake(["current-password"], reauthenticateTexts.wrongPassword);
	}

	return (
		<section class="card" aria-labelledby="change-password">
			<h2 id="change-password">{words.heading}</h2>
			<p>{words.intro}</p>
			<Form class="narrow" send={change} onProblem={onProblem} submit={words.submit}>
				{(mistake) => (
					<>
						<UsernameForManagers username={page.username} />
						<PasswordField
							id="current-password"
							label={words.current}
							autocomplete="current-password"
							mistake={mistake}
						/>
						{/* The key resets the state of the fields, such as the count of characters. */}
						<NewPasswordFields key={times} minimum={page.passwordMinimum} mistake={mistake} />
					</>
				)}
			</Form>
			<p class="success" role="status">
				{times > 0 && words.done}
				{keys > 0 && (
					<>
						{" "}
						{words.keysStay(keys)} <a href={`${page.to("account/programs")}#access-keys`}>{words.toKeys}</a>
					</>
				)}
			</p>
			{dialog}
		</section>
	);
}

/** A program keeps its key when the password changes, and the user may not expect that. */
async function livingKeys({ send }: Connection): Promise<number> {
	const { accessKeys } = await send("GET /api/auth/access-keys");
	return accessKeys.filter(({ state }) => state === "active").length;
}
