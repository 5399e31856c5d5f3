import { useRef } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";

/** Text to copy, with a button: wrapped, or scrolled sideways on narrow screens. */
export function Copyable({ text, what }: { text: string; what: string }) {
	const source = useRef<HTMLElement>(null);
	return (
		<div class="copyable">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, a keyboard could not scroll it */}
			<pre tabIndex={0}>
				<code ref={source}>{text}</code>
			</pre>
			<CopyButton source={source} what={what} />
		</div>
	);
}
