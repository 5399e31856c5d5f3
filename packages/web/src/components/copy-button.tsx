import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copyTexts } from "#texts/copy.ts";
import { copyText } from "../copy-text.ts";
import { notice } from "../notice.ts";

/** Copies the text of `source`; `what` names it for screen readers. */
export function CopyButton({ source, what }: { source: RefObject<HTMLElement | null>; what: string }) {
	const [copied, setCopied] = useState(false);
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), 2000);
		return () => clearTimeout(timer);
	}, [copied]);

	async function copy(): Promise<void> {
		if (source.current === null) return;
		const done = await copyText(source.current);
		setCopied(done);
		notice(done ? copyTexts.done : copyTexts.manual);
	}

	return (
		<button type="button" class="quiet copy" onClick={copy} aria-label={copyTexts.button(what)}>
			{copied ? copyTexts.done : copyTexts.short}
		</button>
	);
}
