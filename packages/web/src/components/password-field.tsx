import { useState } from "preact/hooks";
import { texts } from "../texts.ts";
import { Field } from "./field.tsx";
import { useMistake } from "./mistake.ts";

interface Props {
	id: string;
	label: string;
	autocomplete: "current-password" | "new-password";
	onInput?: (value: string) => void;
	/** Below the input, and read with it; what is wrong takes its place. */
	hint?: string;
	autofocus?: boolean;
}

export function PasswordField({ id, label, autocomplete, onInput, hint, autofocus = false }: Props) {
	const [shown, setShown] = useState(false);
	const [capsLock, setCapsLock] = useState(false);
	const hintId = hint === undefined ? undefined : `${id}-hint`;
	const { attributes, message } = useMistake(id, hintId);
	const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.("CapsLock") ?? false);
	return (
		<Field id={id} label={label} mistake={message}>
			<div class="secret">
				<input
					id={id}
					name={id}
					{...(shown ? { type: "text" } : { type: "password" })}
					autocomplete={autocomplete}
					autocapitalize="none"
					spellcheck={false}
					required
					autofocus={autofocus}
					{...attributes}
					onInput={(event) => onInput?.(event.currentTarget.value)}
					onKeyDown={noteCapsLock}
					onKeyUp={noteCapsLock}
					onBlur={() => setCapsLock(false)}
				/>
				<button type="button" class="reveal" onClick={() => setShown(!shown)}>
					{shown ? texts.reveal.hide : texts.reveal.show}
					<span class="unseen"> {texts.reveal.what(label)}</span>
				</button>
			</div>
			<p class="hint" role="status">
				{capsLock && texts.capsLock}
			</p>
			{hint !== undefined && (
				<p class="hint" id={hintId} hidden={message !== ""}>
					{hint}
				</p>
			)}
		</Field>
	);
}
