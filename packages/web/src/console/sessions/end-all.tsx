import { consoleSessionTexts } from "#texts/console-sessions.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";

const words = consoleSessionTexts.all;
/** What the service wants to read; the admin types it in the language of the page. */
const CONFIRM = "end all sessions";

export function EndAll({ reload, onClose }: { reload: () => Promise<void>; onClose: () => void }) {
	const { api, act, say } = useDesk();

	return (
		<ActDialog
			heading={words.heading}
			submit={words.button}
			destroys
			typed={words.typed}
			act={() => act(() => api("POST /sessions/end-all", { body: { confirm: CONFIRM } }))}
			done={({ ended }) => say(consoleSessionTexts.endedCount(ended))}
			onClose={(answer) => {
				onClose();
				// The session of this page is over too: the list asks for a login.
				if (answer !== undefined) void reload();
			}}
		>
			{() => <p>{words.what}</p>}
		</ActDialog>
	);
}
