import type { BulkResult, User } from "@sallyport/client";
import { useEffect } from "preact/hooks";
import { consoleUserTexts } from "#texts/console-users.ts";
import type { Mistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { Names } from "../parts/names.tsx";
import type { Action } from "./bulk-act.ts";
import { useGroupNames } from "./user-filters.tsx";

const { bulk: words } = consoleUserTexts;

interface Props {
	action: Action;
	users: readonly User[];
	/** Undefined: the user gave it up. */
	run: (action: Action, group?: string) => Promise<BulkResult | null | undefined>;
	onClose: () => void;
}

const SHOWN = 8;

/** Says whom it concerns before it is done. */
export function BulkDialog({ action, users, run, onClose }: Props) {
	const desk = useDesk();
	const isOfGroup = action === "add_group" || action === "remove_group";
	const destroys = action === "delete" || action === "end_sessions";
	const count = words.users(users.length);
	const name = users.length === 1 && users[0] !== undefined ? users[0].username : count;
	const ask = words.ask as Record<string, (users: string) => string>;
	const what = words.what as Record<string, string>;

	async function act(form: HTMLFormElement): ReturnType<Props["run"]> {
		if (!isOfGroup) return run(action);
		const group = String(new FormData(form).get("group")).trim();
		await requireGroups(desk, "group", [group]);
		return run(action, group);
	}

	return (
		<ActDialog
			heading={ask[action]?.(name) ?? ""}
			submit={submits[action] ?? ""}
			destroys={destroys}
			{...(action === "delete" && { typed: String(users.length) })}
			act={act}
			onClose={onClose}
		>
			{(mistake) => (
				<>
					{what[action] !== undefined && <p>{what[action]}</p>}
					<p class="names">
						<Names of={users.slice(0, SHOWN).map(({ username }) => username)} />
						{users.length > SHOWN && ` ${consoleUserTexts.moreGroups(users.length - SHOWN)}`}
					</p>
					{isOfGroup && <GroupField mistake={mistake} />}
				</>
			)}
		</ActDialog>
	);
}

function GroupField({ mistake }: { mistake: Mistake | null }) {
	const { groups, load } = useGroupNames();
	useEffect(load, []);
	return (
		<>
			<TextField id="group" label={words.group} mistake={mistake} list="known-groups" required />
			<datalist id="known-groups">
				{groups.map((each) => (
					<option key={each} value={each} />
				))}
			</datalist>
		</>
	);
}

const submits: Partial<Record<Action, string>> = {
	end_sessions: words.endSessions,
	invite: words.invite,
	add_group: words.addGroup,
	remove_group: words.removeGroup,
	delete: words.remove,
};
