import { SallyportError } from "@sallyport/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Page } from "../page.ts";
import { ReauthenticateDialog } from "./reauthenticate-dialog.tsx";

interface Reauthentication {
	/** Runs `action`; if it needs a fresh authentication, asks for the password and runs it again. False: cancelled. */
	confirmed: (action: () => Promise<unknown>) => Promise<boolean>;
	dialog: VNode | null;
}

export function useReauthentication(page: Page): Reauthentication {
	const [waiting, setWaiting] = useState<{ answer: (confirmed: boolean) => void } | null>(null);

	async function confirmed(action: () => Promise<unknown>): Promise<boolean> {
		try {
			await action();
			return true;
		} catch (error) {
			if (!(error instanceof SallyportError) || error.code !== "reauthentication_required") throw error;
		}
		const agreed = await new Promise<boolean>((resolve) => setWaiting({ answer: resolve }));
		setWaiting(null);
		if (agreed) await action();
		return agreed;
	}

	return { confirmed, dialog: waiting && <ReauthenticateDialog page={page} onClose={waiting.answer} /> };
}
