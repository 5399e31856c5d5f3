import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleMailTexts } from "#texts/console-mails.ts";
import { problemOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { Failure } from "../parts/failure.tsx";
import { causeOf } from "./cause.ts";

const words = consoleMailTexts.test;

/** Sends a mail to the own address at once; a refusal of the mail server is an answer, and stays until the next one. */
export function TestMail() {
	const { api, act } = useDesk();
	const [busy, setBusy] = useState(false);
	const [said, setSaid] = useState<{ text: string; sent: boolean } | null>(null);
	const [failure, setFailure] = useState<SallyportError | null>(null);

	async function send(): Promise<void> {
		if (busy) return;
		setBusy(true);
		setSaid(null);
		setFailure(null);
		try {
			const answer = await act(() => api("POST /mails/test"));
			if (answer) {
				const { sent, sentTo, status } = answer;
				setSaid({ sent, text: sent ? words.sent(sentTo) : words.failed(sentTo, causeOf(status)) });
			}
		} catch (error) {
			const known = problemOf(error);
			if (known.code === "state_conflict") setSaid({ sent: false, text: words.noAddress });
			else setFailure(known);
		}
		setBusy(false);
	}

	return (
		<>
			<button type="button" class="quiet" aria-busy={busy} onClick={() => void send()}>
				{words.button}
			</button>
			<p class={said?.sent === false ? "told bad" : "told"} role="status">
				{busy ? words.sending : said?.text}
			</p>
			{failure !== null && <Failure failure={failure} again={() => void send()} />}
		</>
	);
}
