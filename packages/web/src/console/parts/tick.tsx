export function Tick({ name, text, checked = false }: { name: string; text: string; checked?: boolean }) {
	return (
		<label class="tick">
			<input type="checkbox" name={name} autocomplete="off" {...(checked && { defaultChecked: true })} />
			<span>{text}</span>
		</label>
	);
}
