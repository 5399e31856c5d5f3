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
	/** Offers passkeys among the usernames that the browser fills in, anew. */
	offer: () => Promise<void>;
	/** Something else goes on: passkeys are not asked for any more. */
	stop: () => Promise<void>;
}

const load = () => import("./log-in.ts");

/**
 * Logins by passkey beside a form: in its first field, and by a button. `shown`: whether the form is. `done`: the session is
 * there.
 */
export function usePasskeyLogin(page: Page, shown: boolean, done: () => void): PasskeyLogin {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState("");
	/** The number of the present question: an earlier one that ends says nothing more. */
	const latest = useRef(0);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	function begin(): () => boolean {
		clearTimeout(timer.current);
		latest.current += 1;
		const own = latest.current;
		return () => own === latest.current;
	}

	async function ask(inField: boolean): Promise<void> {
		const isLatest = begin();
		let isSeen = !inField;
		const onChosen = () => {
			isSeen = true;
			setFailure("");
			setBusy(true);
		};
		try {
			await (await load()).logIn(page, { inField, onChosen });
			if (isLatest()) done();
		} catch (error) {
			if (!isLatest() || !isSeen) return;
			setFailure(explain(error));
			setBusy(false);
			void offer();
		}
	}

	async function offer(): Promise<void> {
		if (!(await offersInField())) return;
		void ask(true);
		timer.current = setTimeout(() => void offer(), AGAIN);
	}

	async function start(): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailure("");
		await ask(false);
	}

	async function stop(): Promise<void> {
		begin();
		setFailure("");
		if (await offersInField()) (await load()).stopAsking();
	}

	useEffect(() => {
		if (!shown) return;
		void offer();
		return () => void stop();
	}, [shown]);
	return { busy, failure, start, offer, stop };
}
