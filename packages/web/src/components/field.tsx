import type { ComponentChildren } from "preact";

interface Props {
	id: string;
	label: string;
	/** What is wrong with it; empty: nothing. */
	mistake: string;
	/** The input. */
	children: ComponentChildren;
}

/** A label, an input, and below it what is wrong with it. */
export function Field({ id, label, mistake, children }: Props) {
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{children}
			{mistake !== "" && (
				<p class="mistake" role="alert" id={`${id}-mistake`}>
					{mistake}
				</p>
			)}
		</div>
	);
}
