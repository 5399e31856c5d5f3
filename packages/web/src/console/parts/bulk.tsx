import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useKeptFocus } from "./console-heading.tsx";

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
	const part = useRef<HTMLElement>(null);
	useKeptFocus(part, { preventScroll: true });
	return (
		<section class="bulk" aria-label={label} ref={part}>
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
