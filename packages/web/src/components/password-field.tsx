import { useState } from "preact/hooks";
import { texts } from "#texts/login.ts";
import { Field } from "./field.tsx";
import { fieldMistake, type PresentMistake } from "./mistake.ts";

interface Props {
	id: string;
	label: string;
	autocomplete: "current-password" | "new-password";
	mistake: PresentMistake;
	onInput?: (value: string) => void;
	/** Below the input, and read with it; what is wrong takes its place. */
	hint?: string;
	autofocus?: boolean;
}

export function PasswordField(props: Props) {
	const { id, label, autocomplete, mistake, onInput, hint, autofocus = false } = props;
	const [shown, setShown] = useState(false);
	const [capsLock, setCapsLock] = useState(false);
	const hintId = hint === undefined ? undefined : `${id}-hint`;
	const { attributes, message } = fieldMistake(mistake, id, hintId);
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
					<span class="unseen">{texts.reveal.what(label)}</span>
				</button>
			</div>
			{capsLock && (
				<p class="hint" role="status">
					{texts.capsLock}
				</p>
			)}
			{hint !== undefined && (
				<p class="hint" id={hintId} hidden={message !== ""}>
					{hint}
				</p>
			)}
		</Field>
	);
}
