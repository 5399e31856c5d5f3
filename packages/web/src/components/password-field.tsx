import { useState } from "preact/hooks";
import { texts } from "../texts.ts";

interface Props {
	id: string;
	label: string;
	autocomplete: "current-password" | "new-password";
	onInput?: (value: string) => void;
	/** Below the input, and read with it. */
	hint?: string;
	autofocus?: boolean;
}

export function PasswordField({ id, label, autocomplete, onInput, hint, autofocus = false }: Props) {
	const [shown, setShown] = useState(false);
	return (
		<div class="field">
			<label for={id}>{label}</label>
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
					{...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
					onInput={(event) => onInput?.(event.currentTarget.value)}
				/>
				<button type="button" class="reveal" onClick={() => setShown(!shown)}>
					{shown ? texts.reveal.hide : texts.reveal.show}
					<span class="unseen"> {texts.reveal.what(label)}</span>
				</button>
			</div>
			{hint !== undefined && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
		</div>
	);
}
