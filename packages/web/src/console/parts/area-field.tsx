import { Field } from "../../components/field.tsx";
import { fieldMistake, type PresentMistake } from "../../components/mistake.ts";

interface Props {
	id: string;
	label: string;
	mistake: PresentMistake;
	hint: string;
	value?: string;
	required?: boolean;
	rows?: number;
}

/** Several lines. */
export function AreaField({ id, label, mistake, hint, value, required = false, rows = 4 }: Props) {
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
