import type { ComponentChildren } from "preact";

/** Gets the focus when its page opens: a screen reader says where a link has led, and Tab continues from there. */
export function AccountHeading({ children }: { children: ComponentChildren }) {
	return (
		// Spelled as the served page has it: else the script takes it away for a moment, and the focus with it.
		<h1 tabindex={-1} autofocus>
			{children}
		</h1>
	);
}
