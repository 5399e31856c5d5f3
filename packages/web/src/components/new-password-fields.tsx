import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { explain } from "../explain.ts";
import { characters, newPasswordMistake } from "../new-password.ts";
import { texts } from "../texts.ts";
import { Mistake, type PresentMistake } from "./mistake.ts";
import { PasswordField } from "./password-field.tsx";

const first = "new-password";
const second = "repeated-password";

export function NewPasswordFields({ minimum, mistake }: { minimum: number; mistake: PresentMistake }) {
	const [count, setCount] = useState(0);
	return (
		<>
			<p class="hint">{texts.newPassword.guidance(minimum)}</p>
			<PasswordField
				id={first}
				label={texts.newPassword.first}
				autocomplete="new-password"
				mistake={mistake}
				hint={texts.newPassword.count(count, minimum)}
				onInput={(value) => setCount(characters(value))}
			/>
			<PasswordField
				id={second}
				label={texts.newPassword.second}
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
	if (mistake === "short") throw new Mistake([first], texts.newPassword.short(minimum));
	if (mistake === "different") throw new Mistake([second], texts.newPassword.different);
	return password;
}

/** The service refused the new password, and says why. */
export function refusedNewPassword(problem: SallyportError): Mistake | undefined {
	return problem.code === "password_rejected" ? new Mistake([first], explain(problem)) : undefined;
}
