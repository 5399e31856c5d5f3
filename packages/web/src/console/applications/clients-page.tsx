import "../../styles/console/applications.css";
import { useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { Words } from "../../components/words.tsx";
import { type Desk, useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import type { Column } from "../parts/table.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { When } from "../parts/when.tsx";
import { AddClient } from "./add-client.tsx";
import type { Application } from "./of-client.ts";

export function ClientsPage() {
	const { api, page, place, to } = useDesk();
	const [isAdding, setAdding] = useState(false);
	const add = useRef<HTMLButtonElement>(null);
	const query = asked(place.query, ["cursor"]);
	const list = useLoaded(async (signal) => {
		const { clients, next } = await api("GET /clients", { query, signal });
		return { rows: clients, next };
	}, JSON.stringify(query));
	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<button type="button" ref={add} onClick={() => setAdding(true)}>
					{words.add.button}
				</button>
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
			{isAdding && (
				<AddClient
					onClose={() => {
						setAdding(false);
						add.current?.focus();
					}}
				/>
			)}
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
