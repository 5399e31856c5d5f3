import { Field } from "../../components/field.tsx";
import { fieldMistake, type PresentMistake } from "../../components/mistake.ts";

interface Props {
	/** Also its name in the form. */
	id: string;
	label: string;
	mistake: PresentMistake;
	hint?: string;
	value?: string;
	required?: boolean;
	/** Characters. */
	most?: number;
	/** Of a `<datalist>`. */
	list?: string;
	onInput?: (text: string) => void;
}

export function TextField(props: Props) {
	const { id, label, mistake, hint, value, required = false, most = 254, list, onInput } = props;
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
				required={required}
				dir="auto"
				onInput={(event) => onInput?.(event.currentTarget.value)}
				{...(value !== undefined && { defaultValue: value })}
				{...(list !== undefined && { list })}
				{...attributes}
			/>
			{hint !== undefined && (
				<p class="hint" id={hintId}>
					{hint}
				</p>
			)}
		</Field>
	);
}

interface AreaProps extends Pick<Props, "id" | "label" | "mistake" | "value" | "required"> {
	hint: string;
	rows?: number;
}

/** Several lines. */
export function AreaField({ id, label, mistake, hint, value, required = false, rows = 4 }: AreaProps) {
	const hintId = `${id}-hint`;
	const { attributes, message } = fieldMistake(mistake, id, hintId);
	return (
		<Field id={id} label={label} mistake={message}>
			<textarea
				id={id}
				name={id}
				rows={rows}
				autocomplete="off"
				autocapitalize="none"
				spellcheck={false}
				required={required}
				{...(value !== undefined && { defaultValue: value })}
				{...attributes}
			/>
			<p class="hint" id={hintId}>
				{hint}
			</p>
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
	mistake?: PresentMistake;
	onChange?: (value: string) => void;
}

export function ChoiceField({ id, label, choices, value, hint, mistake = null, onChange }: ChoiceProps) {
	const hintId = hint === undefined ? undefined : `${id}-hint`;
	const { attributes, message } = fieldMistake(mistake, id, hintId);
	return (
		<Field id={id} label={label} mistake={message}>
			<select
				id={id}
				name={id}
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
