import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { Copyable } from "../../components/copyable.tsx";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { unlosable } from "../place.ts";

interface Props {
	heading: string;
	why: string;
	/** What is copied, in a word. */
	what: string;
	/** Null: there is none, and only the rest is shown once. */
	secret: string | null;
	/** When it stops working; null: it does not say. */
	expiresAt: string | null;
	/** On the button that closes it. */
	stored: string;
	onClose: () => void;
	/** How it is used. */
	children?: ComponentChildren;
}

/** A secret that the service does not show again. It is left by the button alone, not by Escape or by the ways of the browser. */
export function ShownOnce({ heading, why, what, secret, expiresAt, stored, onClose, children }: Props) {
	const { hold } = useDesk();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		dialog.current?.showModal();
		return hold(unlosable);
	}, []);
	return (
		<dialog
			ref={dialog}
			class="wide"
			// Where a browser knows it, a second Escape does not close it either.
			closedby="none"
			aria-labelledby="shown-once"
			onCancel={(event) => event.preventDefault()}
			onClose={onClose}
		>
			<h2 id="shown-once">{heading}</h2>
			<p>{why}</p>
			{secret !== null && <Copyable text={secret} what={what} />}
			{expiresAt !== null && <p class="hint">{consoleTexts.worksUntil(dateTime(expiresAt))}</p>}
			{children}
			<button type="button" onClick={() => dialog.current?.close()}>
				{stored}
			</button>
		</dialog>
	);
}
