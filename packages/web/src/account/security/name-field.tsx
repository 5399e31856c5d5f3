import { Field } from "../../components/field.tsx";
import { fieldMistake, type PresentMistake } from "../../components/mistake.ts";

interface Props {
	id: string;
	label: string;
	/** At first. */
	name: string;
	mistake: PresentMistake;
}

/** What the user calls a factor. */
export function NameField({ id, label, name, mistake }: Props) {
	const { attributes, message } = fieldMistake(mistake, id);
	return (
		<Field id={id} label={label} mistake={message}>
			<input
				id={id}
				name={id}
				type="text"
				autocomplete="off"
				// Something that can be seen.
				pattern=".*\S.*"
				maxLength={64}
				required
				defaultValue={name}
				{...attributes}
			/>
		</Field>
	);
}
