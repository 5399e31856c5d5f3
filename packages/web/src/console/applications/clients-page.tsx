import { consoleTexts } from "#texts/console.ts";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { Words } from "../../components/words.tsx";
import { type Desk, useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import { Opener } from "../parts/opener.tsx";
import type { Column } from "../parts/table.tsx";
import { useList } from "../parts/use-list.ts";
import { When } from "../parts/when.tsx";
import { AddClient } from "./add-client.tsx";
import type { Application } from "./of-client.ts";

export function ClientsPage() {
	const { api, page, place, to } = useDesk();
	const query = asked(place.query, ["cursor"]);
	const list = useList("clients", (signal) => api("GET /clients", { query, signal }), query);
	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<Opener text={words.add.button}>{(close) => <AddClient onClose={close} />}</Opener>
			</div>
			<p class="hint">{words.intro}</p>
			{page.root.dataset.applications === undefined && (
				<p class="banner">
					<Words text={words.off} />
				</p>
			)}
			<Listing<Application>
				caption={words.title}
				columns={columnsOf(to)}
				list={list}
				idOf={({ id }) => id}
				filters={[]}
				empty={<p>{words.empty}</p>}
			/>
		</>
	);
}

/** Of those who were asked. */
export const usersOf = ({ users, trusted }: Application): string =>
	trusted ? words.notAsked : words.userCount(users);

const columnsOf = (to: Desk["to"]): Array<Column<Application>> => [
	{
		name: "client",
		heading: words.columns.name,
		cell: ({ id, name }) => (
			<a href={to(["integrations", "clients", id])}>
				<bdi>{name}</bdi>
			</a>
		),
	},
	{ name: "kind", heading: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
	{
		name: "groups",
		heading: words.columns.groups,
		cell: ({ allowedGroups }) => allowedGroups?.join(", ") ?? words.everyUser,
	},
	{
		name: "members",
		heading: words.columns.users,
		cell: usersOf,
	},
	{
		name: "used",
		heading: words.columns.used,
		cell: lastUsed,
	},
	{ name: "state", heading: words.columns.state, cell: ({ state }) => <State state={state} /> },
];

export const lastUsed = ({ lastUsedAt }: Pick<Application, "lastUsedAt">) =>
	lastUsedAt === null ? consoleTexts.never : <When iso={lastUsedAt} past />;

export function State({ state }: Pick<Application, "state">) {
	return <span class={`status ${state}`}>{words.states[state]}</span>;
}
