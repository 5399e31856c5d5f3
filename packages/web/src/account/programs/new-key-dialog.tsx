import type { MadeAccessKey, NewAccessKey } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { accessKeyTexts } from "#texts/access-keys.ts";
import { Form } from "../../components/form.tsx";
import { NewKeyFields, newKeyFrom, refusedKey, requireAddresses } from "./new-key-fields.tsx";

const { make: words, cancel } = accessKeyTexts;

interface Props {
	/** Those that the service has. */
	scopes: readonly string[];
	isAdmin: boolean;
	/** Null: the user gave up the confirmation. */
	make: (body: NewAccessKey) => Promise<MadeAccessKey | null>;
	/** With the new key; null: none was made. */
	onClose: (made: MadeAccessKey | null) => void;
}

export function NewKeyDialog({ scopes, isAdmin, make, onClose }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const made = useRef<MadeAccessKey | null>(null);
	useEffect(() => dialog.current?.showModal(), []);

	async function send(_fields: unknown, form: HTMLFormElement): Promise<"leaving" | "staying"> {
		const body = newKeyFrom(form);
		requireAddresses(body);
		made.current = await make(body);
		if (made.current === null) return "staying";
		// Closed by Escape while the request was under way, it is gone: the key must be shown all the same.
		if (dialog.current === null) onClose(made.current);
		else dialog.current.close();
		return "leaving";
	}

	return (
		<dialog ref={dialog} aria-labelledby="new-key" onClose={() => onClose(made.current)}>
			<h2 id="new-key">{words.heading}</h2>
			<Form
				class=""
				// A key is made when the user asks for it, not when a wait is over.
				repeats={false}
				send={send}
				onProblem={refusedKey}
				submit={words.submit}
				aside={
					<button type="button" class="quiet" onClick={() => dialog.current?.close()}>
						{cancel}
					</button>
				}
			>
				{(mistake) => <NewKeyFields scopes={scopes} isAdmin={isAdmin} mistake={mistake} />}
			</Form>
		</dialog>
	);
}
