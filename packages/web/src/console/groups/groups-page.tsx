import { consoleGroupTexts as words } from "#texts/console-groups.ts";
import { Words } from "../../components/words.tsx";
import { useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import { Opener } from "../parts/opener.tsx";
import type { Column } from "../parts/table.tsx";
import { useList } from "../parts/use-list.ts";
import { When } from "../parts/when.tsx";
import { AddGroup } from "./add-group.tsx";
import type { ListedGroup } from "./find-group.ts";

export function GroupsPage() {
	const { api, place, to } = useDesk();
	const query = asked(place.query, ["cursor"]);
	const list = useList("groups", (signal) => api("GET /groups", { query, signal }), query);
	const columns: Array<Column<ListedGroup>> = [
		{
			name: "group",
			heading: words.columns.name,
			cell: ({ name }) => (
				<a href={to(["groups", name])}>
					<bdi>{name}</bdi>
				</a>
			),
		},
		{
			name: "description",
			heading: words.columns.description,
			cell: ({ description }) => <bdi>{description || "–"}</bdi>,
		},
		{ name: "members", heading: words.columns.members, cell: ({ members }) => words.memberCount(members) },
		{
			name: "added",
			heading: words.columns.added,
			cell: ({ createdAt }) => <When iso={createdAt} past />,
		},
	];
	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<Opener text={words.add}>{(close) => <AddGroup onClose={close} />}</Opener>
			</div>
			<p class="hint">
				<Words text={words.intro} />
			</p>
			<Listing<ListedGroup>
				caption={words.title}
				columns={columns}
				list={list}
				idOf={({ name }) => name}
				filters={[]}
				empty={<p>{words.empty}</p>}
			/>
		</>
	);
}
