import { useEffect, useRef } from "preact/hooks";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import type { Page } from "../page.ts";
import { ReauthenticateForm } from "../reauthenticate/reauthenticate-form.tsx";

/** `onClose(true)`: everything was proven; `onClose(false)`: cancelled by button or Escape. */
export function ReauthenticateDialog({
	page,
	onClose,
}: {
	page: Page;
	onClose: (confirmed: boolean) => void;
}) {
	const dialog = useRef<HTMLDialogElement>(null);
	const done = useRef(false);
	useEffect(() => dialog.current?.showModal(), []);

	return (
		<dialog ref={dialog} aria-labelledby="reauthenticate" onClose={() => onClose(done.current)}>
			<h2 id="reauthenticate">{reauthenticateTexts.heading}</h2>
			<ReauthenticateForm
				page={page}
				class=""
				onDone={() => {
					done.current = true;
					dialog.current?.close();
					return "leaving";
				}}
				aside={
					<button type="button" class="quiet" onClick={() => dialog.current?.close()}>
						{reauthenticateTexts.cancel}
					</button>
				}
			/>
		</dialog>
	);
}
