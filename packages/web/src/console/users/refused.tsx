import { useEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { problems } from "../../explain.ts";
import type { Outcome } from "./bulk-act.ts";

/** Whom an act on many has left out, and why. */
export function Refused({ refused, onClose }: { refused: Outcome["refused"]; onClose: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog ref={dialog} aria-labelledby="refused" onClose={onClose}>
			<h2 id="refused">{consoleUserTexts.bulk.refused.heading(refused.length)}</h2>
			<ul class="refused">
				{refused.map(({ username, code }) => (
					<li key={username}>
						<bdi>{username}</bdi>: {problems[code] ?? code}
					</li>
				))}
			</ul>
			<button type="button" class="quiet" onClick={() => dialog.current?.close()}>
				{consoleTexts.close}
			</button>
		</dialog>
	);
}
