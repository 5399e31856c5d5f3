import type { User } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { Bulk } from "../parts/bulk.tsx";
import { Filters, SearchField } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import { useAct } from "../parts/use-act.tsx";
import { useList } from "../parts/use-list.ts";
import { userColumns } from "../users/user-columns.tsx";
import { AddMembers } from "./add-members.tsx";

const words = consoleGroupTexts.members;
const shown = ["username", "state", "role", "last-login"];

interface Props {
	name: string;
	/** Looks again at the group: how many are in it. */
	reload: () => Promise<void>;
}

/** Who is in a group, by name. */
export function Members({ name, reload }: Props) {
	const { api, place, to } = useDesk();
	const [isAdding, setAdding] = useState(false);
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const query = { group: name, ...asked(place.query, ["q", "cursor"]) };
	const list = useList("users", (signal) => api("GET /users", { query, signal }), query);
	const users = list.data?.rows ?? [];
	const ids = users.map(({ id }) => id).filter((id) => selected.has(id));
	const { run, busy, failure } = useAct(ids.join(" "));
	const move = (body: { add?: string[]; remove?: string[] }) =>
		api("POST /groups/{name}/members", { name, body });

	async function again(): Promise<void> {
		setSelected(new Set());
		await Promise.all([list.load(), reload()]);
	}
	const remove = () =>
		run(() => move({ remove: ids }), {
			text: ({ left, ended }) => words.removed(left, ended),
			undo: () => move({ add: ids }),
			reload: again,
		});
	const columns = userColumns(place, to)
		.filter((each) => shown.includes(each.name))
		// They come by name, whatever the address says.
		.map(({ sort: _, ...column }) => column);

	return (
		<>
			<div class="filters">
				{(users.length > 0 || place.query.has("q")) && (
					<Filters
						names={["q"]}
						search={<SearchField name="q" label={words.search} hint={consoleUserTexts.search} />}
					/>
				)}
				<button type="button" onClick={() => setAdding(true)}>
					{words.add}
				</button>
			</div>
			{failure}
			{ids.length > 0 && (
				<Bulk label={words.label} count={ids.length} clear={() => setSelected(new Set())}>
					<button type="button" class="quiet" aria-busy={busy} onClick={() => void remove()}>
						{words.remove}
					</button>
				</Bulk>
			)}
			<Listing<User>
				caption={words.caption(name)}
				columns={columns}
				list={list}
				idOf={({ id }) => id}
				selection={{ ids: new Set(ids), set: setSelected, nameOf: ({ username }) => username }}
				filters={["q"]}
				empty={<p>{words.empty}</p>}
			/>
			{isAdding && <AddMembers name={name} move={move} reload={again} onClose={() => setAdding(false)} />}
		</>
	);
}
