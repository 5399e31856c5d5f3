import { useState } from "preact/hooks";
import { consoleMailTexts } from "#texts/console-mails.ts";
import { problemOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { useTried } from "../parts/use-tried.tsx";
import { causeOf } from "./cause.ts";

const words = consoleMailTexts.test;

/** Sends a mail to the own address at once; a refusal of the mail server is an answer, and stays until the next one. */
export function TestMail() {
	const { api, act } = useDesk();
	const { tried, busy, failure } = useTried();
	const [said, setSaid] = useState<{ text: string; sent: boolean } | null>(null);

	async function send(): Promise<void> {
		setSaid(null);
		try {
			const answer = await act(() => api("POST /mails/test"));
			if (answer === undefined) return;
			const { sent, sentTo, status } = answer;
			setSaid({ sent, text: sent ? words.sent(sentTo) : words.failed(sentTo, causeOf(status)) });
		} catch (error) {
			if (problemOf(error).code !== "state_conflict") throw error;
			setSaid({ sent: false, text: words.noAddress });
		}
	}

	return (
		<>
			<button type="button" class="quiet" aria-busy={busy} onClick={() => void tried(send)}>
				{words.button}
			</button>
			<p class={said?.sent === false ? "told bad" : "told"} role="status">
				{busy ? words.sending : said?.text}
			</p>
			{failure}
		</>
	);
}
