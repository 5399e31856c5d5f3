import type { ComponentChildren } from "preact";

interface Props {
	name: string;
	text: ComponentChildren;
	/** Of several with one name. */
	value?: string;
	checked?: boolean;
}

export function Tick({ name, text, value, checked = false }: Props) {
	return (
		<label class="tick">
			<input
				type="checkbox"
				name={name}
				value={value}
				autocomplete="off"
				{...(checked && { defaultChecked: true })}
			/>
			<span>{text}</span>
		</label>
	);
}
