import { useState } from "preact/hooks";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { SaveLink } from "../parts/save-link.tsx";
import { useAct } from "../parts/use-act.tsx";
import type { OfUser } from "./of-user.ts";

const { acts: words, said } = consoleUserPageTexts;

/** The acts that are wanted in a hurry, and what is asked for about all of the user, on each tab. */
export function UserActs({ user, reload }: OfUser) {
	const { api, act, say, go, to, page } = useDesk();
	const { run, busy, failure } = useAct();
	const [asks, setAsks] = useState(false);
	const { id, version, username } = user;
	const isOwn = username === page.username;
	const isDisabled = user.state === "disabled";
	const [change, back] = isDisabled ? (["enable", "disable"] as const) : (["disable", "enable"] as const);

	const toggle = () =>
		run(() => api(`POST /users/{id}/${change}`, { id, version }), {
			text: () => (isDisabled ? said.enabled : said.disabled)(username),
			undo: () => api(`POST /users/{id}/${back}`, { id }),
			reload,
		});

	return (
		<div class="acts">
			{failure}
			{!isOwn && (
				<>
					<SaveLink path={`users/${id}/export`} name={`${username}.json`}>
						{words.export}
					</SaveLink>
					<button type="button" class="quiet" aria-busy={busy} onClick={() => void toggle()}>
						{words[change]}
					</button>
					<button type="button" class="danger" onClick={() => setAsks(true)}>
						{words.remove}
					</button>
				</>
			)}
			{asks && (
				<ActDialog
					heading={words.askRemove(username)}
					submit={words.remove}
					destroys
					typed={username}
					act={() => act(() => api("POST /users/{id}/delete", { id, version, body: { confirm: username } }))}
					onClose={(answer) => {
						setAsks(false);
						if (answer === undefined) return;
						say(said.removed(username));
						go(to(["users"]));
					}}
				>
					{() => <p>{words.whatRemove}</p>}
				</ActDialog>
			)}
		</div>
	);
}
