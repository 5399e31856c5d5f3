import { consoleKeyTexts } from "#texts/console-keys.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import type { Asked } from "./kind.ts";

const words = consoleKeyTexts.replace;
/** What the service wants to read; the admin types it in the language of the page. */
const CONFIRM = "replace all signing keys";

/** For keys that an attacker knows. */
export function ReplaceDialog({ active, onClose }: Asked & { onClose: () => void }) {
	const { api, act, say } = useDesk();

	return (
		<ActDialog
			heading={words.heading}
			submit={words.submit}
			destroys
			typed={words.typed}
			act={() => act(() => api("POST /keys/signing/replace", { body: { confirm: CONFIRM, active } }))}
			done={({ ended }) => say(words.done(ended))}
			onClose={onClose}
		>
			{() => (
				<>
					<p>{words.what}</p>
					<p>{words.other}</p>
				</>
			)}
		</ActDialog>
	);
}
