import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import type { OfUser } from "./of-user.ts";

const { acts: words, said } = consoleUserPageTexts;

export function RoleDialog({ user, reload, onClose }: OfUser & { onClose: () => void }) {
	const { api, act, say } = useDesk();
	const { id, version, username, role } = user;
	const wanted = role === "admin" ? "user" : "admin";
	const [ask, what, submit] =
		wanted === "admin"
			? [words.askAdmin, words.whatAdmin, words.makeAdmin]
			: [words.askUser, words.whatUser, words.makeUser];

	return (
		<ActDialog
			heading={ask(username)}
			submit={submit}
			destroys
			act={() => act(() => api("PUT /users/{id}/role", { id, version, body: { role: wanted } }))}
			done={async () => {
				say(said.role(username, consoleUserTexts.roles[wanted]));
				await reload();
			}}
			onClose={onClose}
		>
			{() => <p>{what}</p>}
		</ActDialog>
	);
}
