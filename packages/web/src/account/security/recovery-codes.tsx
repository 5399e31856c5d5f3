import { useEffect, useRef, useState } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import type { Page } from "../../page.ts";
import { saveFile } from "../../save-file.ts";

const words = securityTexts.codes;

interface Props {
	page: Page;
	codes: string[];
	/** What comes next. Default: nothing. */
	next?: string;
	onDone: () => void;
	/** Where the codes are of no use without what comes next. */
	onCancel?: () => void;
}

/** New recovery codes, shown once: the user has to say that they are stored. */
export function RecoveryCodes({ page, codes, next = words.done, onDone, onCancel }: Props) {
	const [isStored, setStored] = useState(false);
	const [isMissed, setMissed] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);
	const list = useRef<HTMLPreElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const title = words.of(page.username, page.baseUrl);

	function download(): void {
		const file = new Blob([[title, words.once, "", ...codes, ""].join("\n")], { type: "text/plain" });
		saveFile(file, words.file(new URL(page.baseUrl).hostname));
	}

	return (
		<div class="panel recovery-codes">
			<h3 tabIndex={-1} ref={heading}>
				{words.show}
			</h3>
			<p>{words.why}</p>
			<p class="printed">
				{title}. {words.once}
			</p>
			<pre class="codes" ref={list}>
				{codes.join("\n")}
			</pre>
			<div class="actions">
				<CopyButton source={list} what={words.list} />
				<button type="button" class="quiet" onClick={download}>
					{words.download}
				</button>
				<button type="button" class="quiet" onClick={() => print()}>
					{words.print}
				</button>
			</div>
			<label class="tick">
				<input
					type="checkbox"
					checked={isStored}
					onChange={(event) => setStored(event.currentTarget.checked)}
				/>
				<span>{words.stored}</span>
			</label>
			{isMissed && !isStored && (
				<p class="mistake" role="alert">
					{words.tickFirst}
				</p>
			)}
			<div class="actions">
				<button
					type="button"
					aria-disabled={!isStored}
					onClick={() => (isStored ? onDone() : setMissed(true))}
				>
					{next}
				</button>
				{onCancel && (
					<button type="button" class="quiet" onClick={onCancel}>
						{securityTexts.cancel}
					</button>
				)}
			</div>
		</div>
	);
}
