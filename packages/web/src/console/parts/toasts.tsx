import { useState } from "preact/hooks";
import { consoleTexts as words } from "#texts/console.ts";
import { explain } from "../../explain.ts";
import { useDesk } from "../desk.ts";
import { useCountdown } from "./use-countdown.ts";
import { UNDONE } from "./use-loaded.ts";

/** Seconds. */
const SHOWN = 10;

interface Toast {
	id: number;
	text: string;
	undo?: (() => Promise<unknown>) | undefined;
}

export interface ToastList {
	toasts: readonly Toast[];
	say(text: string, undo?: () => Promise<unknown>): void;
	forget(id: number): void;
}

let last = 0;

/** What was done last; the one before goes when another comes. */
export function useToasts(): ToastList {
	const [toasts, setToasts] = useState<Toast[]>([]);
	return {
		toasts,
		say(text, undo) {
			last += 1;
			setToasts([{ id: last, text, undo }]);
		},
		forget: (id) => setToasts((all) => all.filter((each) => each.id !== id)),
	};
}

export function Toasts({ list }: { list: ToastList }) {
	return (
		<div class="toasts" role="status">
			{list.toasts.map((toast) => (
				<OneToast key={toast.id} toast={toast} list={list} />
			))}
		</div>
	);
}

/** It stays while the pointer or the focus is on it. */
function OneToast({ toast, list }: { toast: Toast; list: ToastList }) {
	const desk = useDesk();
	const { pause, resume } = useCountdown(SHOWN, () => list.forget(toast.id));
	const [busy, setBusy] = useState(false);

	async function undo(): Promise<void> {
		if (busy || toast.undo === undefined) return;
		setBusy(true);
		pause();
		try {
			const done = await desk.act(toast.undo);
			if (done === undefined) return list.forget(toast.id);
			list.say(words.undone);
			dispatchEvent(new Event(UNDONE));
		} catch (error) {
			list.say(explain(error));
		}
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by it; it waits while it is read.
		<div class="toast" onMouseEnter={pause} onMouseLeave={resume} onFocusIn={pause} onFocusOut={resume}>
			<p>{toast.text}</p>
			{toast.undo !== undefined && (
				<button type="button" class="link" aria-busy={busy} onClick={() => void undo()}>
					{words.undo}
				</button>
			)}
			<button
				type="button"
				class="link close"
				aria-label={words.dismiss}
				onClick={() => list.forget(toast.id)}
			>
				×
			</button>
		</div>
	);
}
