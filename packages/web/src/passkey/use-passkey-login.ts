import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { offersInField } from "./supported.ts";

/** The challenge is good for five minutes. */
const AGAIN = 4 * 60_000;

interface PasskeyLogin {
	busy: boolean;
	/** Why it failed; empty: it did not. */
	failure: string;
	/** Asks for a passkey, in a window of the browser. */
	start: () => Promise<void>;
	/** Offers passkeys among the usernames that the browser fills in, as soon as the user does something. */
	offerLater: () => void;
	/** The user does something else: the browser no longer asks for a passkey. */
	stop: () => void;
}

/**
 * Logins by passkey beside a form: in its first field, and by a button. `shown`: whether the form is. `done`: the session is
 * there.
 */
export function usePasskeyLogin(page: Page, shown: boolean, done: () => void): PasskeyLogin {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState("");
	/** Of the present question: what was asked earlier has ended, and says nothing more. */
	const present = useRef(new AbortController());
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	function endQuestion(): void {
		clearTimeout(timer.current);
		present.current.abort();
		present.current = new AbortController();
		setBusy(false);
	}

	function stop(): void {
		endQuestion();
		setFailure("");
	}

	async function ask(inField: boolean): Promise<void> {
		endQuestion();
		const { signal } = present.current;
		let isSeen = false;
		const onChosen = () => {
			isSeen = true;
			setBusy(true);
			setFailure("");
		};
		if (!inField) onChosen();
		try {
			const { logIn } = await import("./log-in.ts");
			await logIn(page, { inField, signal, onChosen });
			if (!signal.aborted) done();
		} catch (error) {
			if (signal.aborted) return;
			endQuestion();
			if (!isSeen) return;
			offerLater();
			setFailure(explain(error));
		}
	}

	async function offer(): Promise<void> {
		const { signal } = present.current;
		if (!(await offersInField()) || signal.aborted) return;
		void ask(true);
		timer.current = setTimeout(() => void offer(), AGAIN);
	}

	async function start(): Promise<void> {
		if (!busy) await ask(false);
	}

	/** A page that is only looked at asks for nothing; one whose last question failed would ask again and again. */
	function offerLater(): void {
		for (const sign of ["pointermove", "pointerdown", "keydown"])
			addEventListener(sign, () => void offer(), {
				once: true,
				signal: present.current.signal,
			});
	}

	useEffect(() => {
		if (!shown) return;
		offerLater();
		return stop;
	}, [shown]);
	return { busy, failure, start, offerLater, stop };
}
