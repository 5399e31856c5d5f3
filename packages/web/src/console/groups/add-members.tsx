import type { MovedMembers } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
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
	const desk = useDesk();
	const { act, say } = desk;
	const [picked, setPicked] = useState<readonly Picked[]>([]);

	async function add(form: HTMLFormElement): Promise<MovedMembers | undefined> {
		// What is typed and was not chosen is never dropped in silence.
		const typed = await typedIn(desk, form);
		const users = typed ? [...picked, typed] : picked;
		const ids = [...new Set(users.map(({ id }) => id))];
		if (ids.length === 0 || typed === undefined) throw new Mistake(["pick"], words.pickOne);
		const answer = await act(() => move({ add: ids }));
		if (answer === undefined) return undefined;
		// Taken back, it would also take out those who were in it before.
		const isAllNew = answer.joined === ids.length;
		say(words.added(answer.joined), isAllNew ? () => move({ remove: ids }) : undefined);
		await reload();
		return answer;
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
					label={consoleUserTexts.search}
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
