import type { UserApplicationPage } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { useDesk } from "../desk.ts";
import { actColumn } from "../parts/act-column.tsx";
import { ActDialog } from "../parts/act-dialog.tsx";
import { asked } from "../parts/asked.ts";
import { Listing } from "../parts/listing.tsx";
import { Scopes } from "../parts/scopes.tsx";
import type { Column } from "../parts/table.tsx";
import { useList } from "../parts/use-list.ts";
import { When } from "../parts/when.tsx";
import type { OfUser } from "./of-user.ts";

type Known = UserApplicationPage["applications"][number];

const words = consoleUserPageTexts.applications;

/** What the user has agreed to, is logged in to, or has left connected. */
export function ApplicationsTab({ user: { id } }: OfUser) {
	const { api, act, say, place, to } = useDesk();
	const [ends, setEnds] = useState<Known | null>(null);
	const query = asked(place.query, ["cursor"]);
	const read = (signal: AbortSignal) => api("GET /users/{id}/applications", { id, query, signal });
	const list = useList("applications", read, [id, query]);

	const columns: Array<Column<Known>> = [
		{
			name: "client",
			heading: words.name,
			cell: ({ id, name }) => (
				<a href={to(["integrations", "clients", id])}>
					<bdi>{name}</bdi>
				</a>
			),
		},
		{ name: "scopes", heading: words.scopes, cell: ({ scopes }) => <Scopes names={scopes} /> },
		{
			name: "agreed",
			heading: words.agreed,
			cell: ({ grantedAt }) => (grantedAt === null ? words.notAsked : <When iso={grantedAt} past />),
		},
		{
			name: "used",
			heading: words.used,
			cell: ({ lastUsedAt, offline }) => {
				if (lastUsedAt !== null) return <When iso={lastUsedAt} past />;
				return offline ? words.stays : words.notNow;
			},
		},
		actColumn<Known>({
			heading: words.act,
			text: words.end,
			which: ({ name }) => words.endWhich(name),
			act: setEnds,
		}),
	];
	return (
		<>
			<Listing<Known>
				caption={words.caption}
				columns={columns}
				list={list}
				idOf={({ id }) => id}
				filters={[]}
				empty={<p>{words.none}</p>}
			/>
			{ends !== null && (
				<ActDialog
					heading={`${words.endWhich(ends.name)}?`}
					submit={words.endSubmit}
					destroys
					act={() => act(() => api("POST /users/{id}/applications/{client}/end", { id, client: ends.id }))}
					done={() => say(words.ended(ends.name))}
					onClose={(answer) => {
						setEnds(null);
						if (answer !== undefined) void list.load();
					}}
				>
					{() => <p>{words.what}</p>}
				</ActDialog>
			)}
		</>
	);
}
