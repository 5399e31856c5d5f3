import { SallyportError } from "@sallyport/client";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../../page.ts";
import type { Answer, Desk } from "../desk.ts";
import type { Served } from "../served.ts";

interface Gate extends Pick<Desk, "read" | "act"> {
	dialog: VNode | null;
}

type Dialog = FunctionComponent<{ page: Page; onClose: (proven: boolean) => void }>;
type Kind = "reauthenticate" | "login";

/** With the rest of the console: the first page needs neither on most days. */
const dialogs: Record<Kind, () => Promise<Dialog>> = {
	reauthenticate: async () => (await import("../rest.ts")).ReauthenticateDialog,
	login: async () => (await import("../rest.ts")).LogInAgain,
};

const lost = ["session_expired", "session_ended", "unauthenticated", "invalid_token"];

/** What a refusal asks of the user before the same is done; null: nothing that would help. */
function askedBy(error: unknown): Kind | null {
	if (!(error instanceof SallyportError)) return null;
	if (error.code === "reauthentication_required") return "reauthenticate";
	return lost.includes(error.code) ? "login" : null;
}

/**
 * Lets the user prove what a call needs, in a dialog over the page, and then makes the call. However many calls wait, the user is
 * asked once.
 */
export function useGate({ page, watchLoss }: Served): Gate {
	const [shown, setShown] = useState<{ kind: Kind; Dialog: Dialog } | null>(null);
	const asking = useRef<{ answer: (proven: boolean) => void; answered: Promise<boolean> } | null>(null);

	async function show(kind: Kind): Promise<void> {
		const Dialog = await dialogs[kind]();
		setShown((before) => (before?.kind === kind ? before : { kind, Dialog }));
	}
	// While one dialog asks, its own calls may find that the session is over.
	useEffect(() => watchLoss(() => asking.current !== null && void show("login")), []);

	function ask(kind: Kind): Promise<boolean> {
		if (asking.current !== null) return asking.current.answered;
		const { promise, resolve } = withResolvers();
		asking.current = { answer: resolve, answered: promise };
		void show(kind).catch(() => close(false));
		return promise;
	}

	function close(proven: boolean): void {
		asking.current?.answer(proven);
		asking.current = null;
		setShown(null);
	}

	async function through<T, G>(call: () => Promise<T>, givenUp: (error: unknown) => G): Promise<T | G> {
		for (;;) {
			try {
				return await call();
			} catch (error) {
				const kind = askedBy(error);
				if (kind === null) throw error;
				if (!(await ask(kind))) return givenUp(error);
			}
		}
	}

	return {
		read: (reading) =>
			through(reading, (error): never => {
				throw error;
			}),
		act: <T,>(acting: () => Promise<T>) =>
			through(
				async () => ((await acting()) ?? null) as Answer<T>,
				() => undefined,
			),
		dialog: shown && <shown.Dialog key={shown.kind} page={page} onClose={close} />,
	};
}

function withResolvers(): { promise: Promise<boolean>; resolve: (proven: boolean) => void } {
	let resolve = (_proven: boolean): void => {};
	const promise = new Promise<boolean>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}
