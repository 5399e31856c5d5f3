import { useState } from "preact/hooks";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { useAct } from "../parts/use-act.tsx";
import type { OfClient } from "./of-client.ts";

const { acts, remove } = words;

/** Closes the application to its users, for a while or for good. */
export function ClientActs({ client, reload }: OfClient) {
	const { api, act, say, go, to } = useDesk();
	const { run, busy, failure } = useAct();
	const [asks, setAsks] = useState(false);
	const { id, version, name, users } = client;

	const disable = () =>
		run(() => api("POST /clients/{id}/disable", { id, version }), {
			text: ({ ended }) => words.disabled(name, ended),
			undo: () => api("POST /clients/{id}/enable", { id }),
			reload,
		});
	const enable = () =>
		run(() => api("POST /clients/{id}/enable", { id, version }), {
			text: () => words.enabled(name),
			undo: () => api("POST /clients/{id}/disable", { id }),
			reload,
		});

	return (
		<div class="acts">
			{failure}
			<button
				type="button"
				class="quiet"
				aria-busy={busy}
				onClick={() => void (client.state === "disabled" ? enable() : disable())}
			>
				{client.state === "disabled" ? acts.enable : acts.disable}
			</button>
			<button type="button" class="danger" onClick={() => setAsks(true)}>
				{acts.remove}
			</button>
			{asks && (
				<ActDialog
					heading={remove.heading(name)}
					submit={remove.submit}
					destroys
					typed={id}
					act={() => act(() => api("POST /clients/{id}/delete", { id, version, body: { confirm: id } }))}
					done={({ ended }) => say(remove.done(name, ended))}
					onClose={(answer) => {
						setAsks(false);
						if (answer !== undefined) go(to(["integrations", "clients"]), { replace: true });
					}}
				>
					{() => <p>{remove.what(users)}</p>}
				</ActDialog>
			)}
		</div>
	);
}
