import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";

/** Text to copy, with a button. */
export function Copyable({ text, what }: { text: ComponentChildren; what: string }) {
	const source = useRef<HTMLElement>(null);
	return (
		<div class="copyable">
			<pre>
				<code ref={source}>{text}</code>
			</pre>
			<CopyButton source={source} what={what} />
		</div>
	);
}
