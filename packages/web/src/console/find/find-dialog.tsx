import { useEffect, useState } from "preact/hooks";
import { FindOpened } from "./find-opened.tsx";

/** Ctrl+K or ⌘K, and the button in the header. It opens at once: what is typed next is for it. */
export function FindDialog() {
	const [isOpen, setOpen] = useState(false);

	useEffect(() => {
		function open(): void {
			// Over another dialog it would hide what that one asks.
			if (document.querySelector("dialog[open]") !== null) return;
			setOpen(true);
		}
		const button = document.querySelector<HTMLButtonElement>("#find");
		if (button !== null) button.disabled = false;
		button?.addEventListener("click", open);
		addEventListener("keydown", (event) => {
			if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
			event.preventDefault();
			open();
		});
	}, []);
	return isOpen && <FindOpened onClose={() => setOpen(false)} />;
}
