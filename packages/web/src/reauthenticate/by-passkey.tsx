import { useEffect, useRef, useState } from "preact/hooks";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { knowsPasskeys } from "../passkey/supported.ts";

interface Props {
	page: Page;
	onDone: () => void;
}

/** A passkey instead of the password, for users who have one: a verified user is all that any login requires. */
export function ByPasskey({ page, onDone }: Props) {
	const [isOffered, setOffered] = useState(false);
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState("");
	const shown = useRef(new AbortController());
	useEffect(() => {
		const { signal } = shown.current;
		if (knowsPasskeys()) void offer(signal);
		// The password was first.
		return () => shown.current.abort();
	}, []);

	async function offer(signal: AbortSignal): Promise<void> {
		try {
			const { passkeys } = await page.connection.send("GET /api/auth/factors", { signal });
			setOffered(passkeys !== null && passkeys.allAcceptedCredentialIds.length > 0);
		} catch {
			// The password is still there.
		}
	}

	async function start(): Promise<void> {
		if (busy) return;
		const { signal } = shown.current;
		setBusy(true);
		setFailure("");
		try {
			const { confirm } = await import("../passkey/confirm.ts");
			await confirm(page, signal);
			if (!signal.aborted) onDone();
		} catch (error) {
			if (signal.aborted) return;
			setBusy(false);
			setFailure(explain(error));
		}
	}

	if (!isOffered) return null;
	return (
		<div class="below">
			<button type="button" class="link" aria-busy={busy} onClick={start}>
				{reauthenticateTexts.passkey}
			</button>
			<div class="alert" role="alert">
				{failure}
			</div>
		</div>
	);
}
