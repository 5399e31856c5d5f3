import type { AdministeredSession } from "@sallyport/client";
import { consoleSessionTexts as words } from "#texts/console-sessions.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { Names } from "../parts/names.tsx";

interface Props {
	/** Those that are ticked. */
	sessions: readonly AdministeredSession[];
	reload: () => Promise<void>;
	onClose: () => void;
}

/** Ends every session of the users of the ticked ones: one that is stolen may not be the only one. */
export function EndOfUsers({ sessions, reload, onClose }: Props) {
	const { api, act, say } = useDesk();
	const users = new Map(sessions.map(({ userId, username }) => [userId, username]));

	return (
		<ActDialog
			heading={words.many.heading(users.size)}
			submit={words.many.submit}
			destroys
			act={() => act(() => api("POST /sessions/end", { body: { userIds: [...users.keys()] } }))}
			done={async ({ ended }) => {
				say(words.endedCount(ended));
				await reload();
			}}
			onClose={onClose}
		>
			{() => (
				<>
					<p>{words.many.what}</p>
					<p class="names">
						<Names of={[...users.values()]} />
					</p>
				</>
			)}
		</ActDialog>
	);
}
