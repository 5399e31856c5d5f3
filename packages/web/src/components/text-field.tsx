import { Field } from "./field.tsx";
import { fieldMistake, type PresentMistake } from "./mistake.ts";
import { Words } from "./words.tsx";

interface Props {
	/** Also its name in the form. */
	id: string;
	label: string;
	mistake: PresentMistake;
	/** As for `Words`. */
	hint?: string;
	value?: string;
	/** It takes something that can be seen. */
	required?: boolean;
	/** Characters; what is longer is cut. Without it, the service says what is too long. */
	most?: number;
	/** Of a `<datalist>`. */
	list?: string;
	onInput?: (text: string) => void;
}

export function TextField(props: Props) {
	const { id, label, mistake, hint, value, required = false, most, list, onInput } = props;
	const hintId = hint === undefined ? undefined : `${id}-hint`;
	const { attributes, message } = fieldMistake(mistake, id, hintId);
	return (
		<Field id={id} label={label} mistake={message}>
			<input
				id={id}
				name={id}
				type="text"
				autocomplete="off"
				autocapitalize="none"
				spellcheck={false}
				maxLength={most}
				{...(required && { required, pattern: ".*\\S.*" })}
				dir="auto"
				onInput={(event) => onInput?.(event.currentTarget.value)}
				{...(value !== undefined && { defaultValue: value })}
				{...(list !== undefined && { list })}
				{...attributes}
			/>
			{hint !== undefined && (
				<p class="hint" id={hintId}>
					<Words text={hint} />
				</p>
			)}
		</Field>
	);
}

interface ChoiceProps {
	id: string;
	label: string;
	/** By value. */
	choices: Record<string, string>;
	value?: string;
	hint?: string;
	/** One with a value is to be chosen. */
	required?: boolean;
	mistake?: PresentMistake;
	onChange?: (value: string) => void;
}

export function ChoiceField(props: ChoiceProps) {
	const { id, label, choices, value, hint, required, mistake = null, onChange } = props;
	const hintId = hint === undefined ? undefined : `${id}-hint`;
	const { attributes, message } = fieldMistake(mistake, id, hintId);
	return (
		<Field id={id} label={label} mistake={message}>
			<select
				id={id}
				name={id}
				required={required}
				autocomplete="off"
				onChange={(event) => onChange?.(event.currentTarget.value)}
				{...attributes}
			>
				{Object.entries(choices).map(([each, text]) => (
					<option key={each} value={each} selected={each === value}>
						{text}
					</option>
				))}
			</select>
			{hint !== undefined && (
				<p class="hint" id={hintId}>
					{hint}
				</p>
			)}
		</Field>
	);
}
