import { texts } from "../texts.ts";
import { Field } from "./field.tsx";
import { useMistake } from "./mistake.ts";

export function UsernameField() {
	const { attributes, message } = useMistake("username");
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
