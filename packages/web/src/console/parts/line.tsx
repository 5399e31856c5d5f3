import type { ComponentChildren } from "preact";

interface LineProps {
	term: ComponentChildren;
	value: ComponentChildren;
	/** What can be done about it. */
	children?: ComponentChildren;
}

/** One term of a list of terms. */
export function Line({ term, value, children }: LineProps) {
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				<span>{value}</span>
				{children}
			</dd>
		</div>
	);
}
