import { texts } from "../texts.ts";
import { Field } from "./field.tsx";
import { fieldMistake, type PresentMistake } from "./mistake.ts";

export function UsernameField({ mistake }: { mistake: PresentMistake }) {
	const { attributes, message } = fieldMistake(mistake, "username");
	return (
		<Field id="username" label={texts.login.username} mistake={message}>
			<input
				id="username"
				name="username"
				type="text"
				autocomplete="username"
				autocapitalize="none"
				spellcheck={false}
				required
				autofocus
				{...attributes}
			/>
		</Field>
	);
}
