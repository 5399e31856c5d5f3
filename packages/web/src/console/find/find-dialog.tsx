import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

type Opened = FunctionComponent<{ onClose: () => void }>;

/** Ctrl+K or ⌘K, and the button in the header. What it opens is loaded then. */
export function FindDialog() {
	const [Shown, setShown] = useState<{ Dialog: Opened } | null>(null);

	useEffect(() => {
		async function open(): Promise<void> {
			// Over another dialog it would hide what that one asks.
			if (document.querySelector("dialog[open]") !== null) return;
			setShown({ Dialog: (await import("./find-opened.tsx")).FindOpened });
		}
		const button = document.querySelector<HTMLButtonElement>("#find");
		if (button !== null) button.disabled = false;
		const onKey = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
			event.preventDefault();
			void open();
		};
		const onClick = () => void open();
		addEventListener("keydown", onKey);
		button?.addEventListener("click", onClick);
		return () => {
			removeEventListener("keydown", onKey);
			button?.removeEventListener("click", onClick);
		};
	}, []);
	return Shown && <Shown.Dialog onClose={() => setShown(null)} />;
}
