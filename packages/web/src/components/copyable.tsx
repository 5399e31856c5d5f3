import { useRef } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";

/** A piece of text for elsewhere: wrapped, or scrolled sideways where the screen is narrow; with a button that copies it. */
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
