import type { MovedMembers } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { Mistake } from "../../components/mistake.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { type Picked, PickUsers, typedIn } from "../parts/pick-users.tsx";

const words = consoleGroupTexts.members;
/** As the service takes them at once. */
const MOST = 500;

interface Props {
	name: string;
	move: (body: { add?: string[]; remove?: string[] }) => Promise<MovedMembers>;
	reload: () => Promise<void>;
	onClose: () => void;
}

export function AddMembers({ name, move, reload, onClose }: Props) {
	const { api, act, read, say } = useDesk();
	const [picked, setPicked] = useState<readonly Picked[]>([]);

	async function add(form: HTMLFormElement): Promise<boolean> {
		const username = typedIn(form);
		const { users } =
			username === "" ? { users: [] } : await read(() => api("GET /users", { query: { username } }));
		// What is typed and was not chosen counts where it is the whole name of a user; it is never dropped in silence.
		const ids = [...new Set([...picked, ...users].map(({ id }) => id))];
		if (ids.length === 0 || (username !== "" && users.length === 0))
			throw new Mistake(["pick"], words.pickOne);
		const answer = await act(() => move({ add: ids }));
		if (!answer) return false;
		// Taken back, it would also take out those who were in it before.
		const isAllNew = answer.joined === ids.length;
		const undo = () => move({ remove: ids }).then(reload);
		say(words.added(answer.joined), isAllNew ? undo : undefined);
		await reload();
		return true;
	}

	return (
		<ActDialog
			heading={words.addHeading(name)}
			submit={words.addSubmit(picked.length)}
			act={add}
			onClose={onClose}
		>
			{(mistake) => (
				<PickUsers
					label={words.search}
					words={words.picking}
					picked={picked}
					taken={{ is: ({ groups }) => groups.includes(name), why: words.isMember }}
					set={(users) => users.length <= MOST && setPicked(users)}
				>
					{mistake !== null && (
						<p class="mistake" role="alert">
							{mistake.message}
						</p>
					)}
				</PickUsers>
			)}
		</ActDialog>
	);
}
