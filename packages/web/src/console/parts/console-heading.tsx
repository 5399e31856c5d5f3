import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
	/** Of the tab; the heading itself unless given. */
	title?: string;
	children: ComponentChildren;
}

/** Gets the focus when its page opens: a screen reader says where a link has led, and Tab continues from there. */
export function ConsoleHeading({ title, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	// An effect that is not of the layout would take the focus from a field that is in use by then.
	useLayoutEffect(() => heading.current?.focus(), []);
	useEffect(() => {
		const text = title ?? heading.current?.textContent ?? "";
		const brand = document.querySelector("header .brand")?.textContent ?? "";
		document.title = `${text} · ${brand}`;
	}, [title]);
	return (
		// Spelled as the served page has it: else the script takes it away for a moment, and the focus with it.
		<h1 tabindex={-1} ref={heading}>
			{children}
		</h1>
	);
}
