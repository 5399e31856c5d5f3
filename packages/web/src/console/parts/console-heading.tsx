import type { ComponentChildren, RefObject } from "preact";
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

/** Else a keyboard begins at the top of the page, and a screen reader says nothing. */
function toHeading(options?: FocusOptions): void {
	document.querySelector("h1")?.focus(options);
}

/** When a part goes with the focus in it, the heading of the page gets the focus. */
export function useKeptFocus(part: RefObject<HTMLElement | null>, options?: FocusOptions): void {
	// An effect that is not of the layout would come after the part has gone.
	useLayoutEffect(
		() => () => {
			if (part.current?.contains(document.activeElement)) toHeading(options);
		},
		[],
	);
}

/** What opened a dialog may have gone with what was done in it. */
export function useFocusAfterDialogs(): void {
	useEffect(() => {
		function closed({ target }: Event): void {
			const { activeElement, body } = document;
			// The browser leaves it on the button of the closed dialog for a moment.
			const isLost = activeElement === body || (target as Element).contains(activeElement);
			if (isLost) toHeading({ preventScroll: true });
		}
		// This event does not bubble.
		document.addEventListener("close", closed, true);
		return () => document.removeEventListener("close", closed, true);
	}, []);
}
