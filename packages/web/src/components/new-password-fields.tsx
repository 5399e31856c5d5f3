import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { newPasswordTexts } from "#texts/new-password.ts";
import { characters, newPasswordMistake } from "../new-password.ts";
import { Mistake, type PresentMistake } from "./mistake.ts";
import { PasswordField } from "./password-field.tsx";

const first = "new-password";
const second = "repeated-password";

export function NewPasswordFields({ minimum, mistake }: { minimum: number; mistake: PresentMistake }) {
	const [count, setCount] = useState(0);
	return (
		<>
			<p class="hint">{newPasswordTexts.guidance(minimum)}</p>
			<PasswordField
				id={first}
				label={newPasswordTexts.first}
				autocomplete="new-password"
				mistake={mistake}
				hint={newPasswordTexts.count(count, minimum)}
				onInput={(value) => setCount(characters(value))}
			/>
			<PasswordField
				id={second}
				label={newPasswordTexts.second}
				autocomplete="new-password"
				mistake={mistake}
			/>
		</>
	);
}

/** The new password of a form with the fields above; throws a Mistake that says what to correct. */
export function newPasswordFrom(fields: (name: string) => string, minimum: number): string {
	const password = fields(first);
	const mistake = newPasswordMistake(password, fields(second), minimum);
	if (mistake === "short") throw new Mistake([first], newPasswordTexts.short(minimum));
	if (mistake === "different") throw new Mistake([second], newPasswordTexts.different);
	return password;
}

/** The service refused the new password, and says why. */
export function refusedNewPassword(problem: SallyportError): Mistake | undefined {
	const { code, errors } = problem;
	return code === "password_rejected" ? new Mistake([first], newPasswordTexts.rejected(errors)) : undefined;
}
