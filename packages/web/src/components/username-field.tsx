import { texts } from "#texts/login.ts";
import { Field } from "./field.tsx";
import { fieldMistake, type PresentMistake } from "./mistake.ts";

/** `typed`: what was typed before the field was replaced by the second step. */
export function UsernameField({ typed, mistake }: { typed: string; mistake: PresentMistake }) {
	const { attributes, message } = fieldMistake(mistake, "username");
	return (
		<Field id="username" label={texts.username} mistake={message}>
			<input
				id="username"
				name="username"
				type="text"
				autocomplete="username webauthn"
				autocapitalize="none"
				spellcheck={false}
				required
				{...(typed !== "" && { defaultValue: typed })}
				autofocus
				{...attributes}
			/>
		</Field>
	);
}
