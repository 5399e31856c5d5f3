import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copyTexts } from "#texts/copy.ts";
import { copyText } from "../copy-text.ts";

/** Copies the text of `source`; `what` names it for screen readers. */
export function CopyButton({ source, what }: { source: RefObject<HTMLElement | null>; what: string }) {
	const [outcome, setOutcome] = useState<"copied" | "selected" | null>(null);
	useEffect(() => {
		if (outcome !== "copied") return;
		const timer = setTimeout(() => setOutcome(null), 2000);
		return () => clearTimeout(timer);
	}, [outcome]);

	async function copy(): Promise<void> {
		if (source.current === null) return;
		setOutcome((await copyText(source.current)) ? "copied" : "selected");
	}

	return (
		<>
			<button type="button" class="quiet copy" onClick={copy} aria-label={copyTexts.button(what)}>
				{outcome === "copied" ? copyTexts.done : copyTexts.short}
			</button>
			{/* Of the first outcome, the button itself tells all who see it. */}
			<span class={outcome === "selected" ? "hint copied" : "unseen"} role="status">
				{outcome !== null && (outcome === "copied" ? copyTexts.done : copyTexts.manual)}
			</span>
		</>
	);
}
