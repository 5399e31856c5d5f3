import type { ComponentChildren } from "preact";
import { consoleTexts } from "#texts/console.ts";

const words = consoleTexts.list;

interface Props {
	/** For screen readers: what is done with what. */
	label: string;
	/** How many rows are ticked. */
	count: number;
	clear: () => void;
	/** Above the buttons. */
	failure?: ComponentChildren;
	/** What can be done with them. */
	children: ComponentChildren;
}

export function Bulk({ label, count, clear, failure, children }: Props) {
	return (
		<section class="bulk" aria-label={label} tabIndex={-1}>
			{failure}
			<div>
				<strong role="status">{words.selected(count)}</strong>
				{children}
				<button type="button" class="link" onClick={clear}>
					{words.unselect}
				</button>
			</div>
		</section>
	);
}
