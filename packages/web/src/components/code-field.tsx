import { useEffect, useRef } from "preact/hooks";
import { Field } from "./field.tsx";
import { fieldMistake, type PresentMistake } from "./mistake.ts";

interface Props {
	id: string;
	label: string;
	/** Of an authenticator app; recovery codes have letters. */
	numeric: boolean;
	mistake: PresentMistake;
	/** Of the sentence that says which code is meant; read with the field. */
	hintId?: string;
	/** Takes the focus when it appears: a screen reader then says what is asked for. */
	focused?: boolean;
}

export function CodeField({ id, label, numeric, mistake, hintId, focused = false }: Props) {
	const input = useRef<HTMLInputElement>(null);
	const { attributes, message } = fieldMistake(mistake, id, hintId);
	useEffect(() => {
		if (focused) input.current?.focus();
	}, [focused]);
	return (
		<Field id={id} label={label} mistake={message}>
			<input
				ref={input}
				id={id}
				name={id}
				class="code"
				type="text"
				autocomplete={numeric ? "one-time-code" : "off"}
				inputMode={numeric ? "numeric" : "text"}
				autocapitalize={numeric ? "none" : "characters"}
				spellcheck={false}
				maxLength={64}
				required
				{...attributes}
			/>
		</Field>
	);
}
