import type { MadeClientSecret } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { useKeyOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { DaysField, daysFrom } from "./days-field.tsx";
import type { OfClient } from "./of-client.ts";

const { add, rotate: words, made: shownWords } = consoleApplicationTexts;

export function NewSecret({ client, reload, onClose }: OfClient & { onClose: () => void }) {
	const { api, act, say } = useDesk();
	const [shown, setShown] = useState<MadeClientSecret | null>(null);
	const { id, name } = client;
	const keyOf = useKeyOf();

	function make(form: HTMLFormElement) {
		const days = daysFrom(new FormData(form));
		const body = days === undefined ? {} : { days };
		return act(() => api("POST /clients/{id}/secrets", { id, body, idempotencyKey: keyOf(body) }));
	}

	function close(made?: MadeClientSecret): void {
		if (made?.secret) setShown(made);
		else onClose();
		if (made?.secret !== null) return;
		say(add.lost(name));
		void reload();
	}

	if (shown !== null)
		return (
			<ShownOnce
				heading={words.shown(name)}
				why={words.why}
				what={shownWords.secret}
				secret={shown.secret}
				expiresAt={shown.expiresAt}
				stored={shownWords.stored}
				onClose={() => {
					onClose();
					void reload();
				}}
			/>
		);
	return (
		<ActDialog heading={words.heading(name)} submit={words.button} act={make} onClose={close}>
			{() => (
				<>
					<p>{words.what}</p>
					<DaysField />
				</>
			)}
		</ActDialog>
	);
}
