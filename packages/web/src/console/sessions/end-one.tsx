import type { AdministeredSession } from "@sallyport/client";
import { consoleSessionTexts as words } from "#texts/console-sessions.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { nameOf } from "./session-columns.tsx";

interface Props {
	session: AdministeredSession;
	/** The id of the session of this page. */
	own: string | undefined;
	reload: () => Promise<void>;
	onClose: () => void;
}

/** Asks first: rows look alike, and no act brings a session back. */
export function EndOne({ session, own, reload, onClose }: Props) {
	const { api, act, say } = useDesk();
	const { id, username, createdAt } = session;

	return (
		<ActDialog
			heading={`${words.endWhich(username, nameOf(session), dateTime(createdAt))}?`}
			submit={words.endOne}
			destroys
			act={() => act(() => api("POST /sessions/{id}/end", { id }))}
			done={({ ended }) => say(words.endedCount(ended))}
			onClose={(answer) => {
				onClose();
				// Below an open dialog, the next row could not get the focus.
				if (answer !== undefined) void reload();
			}}
		>
			{() => <p>{id === own ? words.whatOwn : words.whatOne}</p>}
		</ActDialog>
	);
}
