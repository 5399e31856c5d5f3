import type { ClientUserPage } from "@sallyport/client";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { Listing } from "../parts/listing.tsx";
import { Scopes } from "../parts/scopes.tsx";
import type { Column } from "../parts/table.tsx";
import { useList } from "../parts/use-list.ts";
import { When } from "../parts/when.tsx";
import type { OfClient } from "./of-client.ts";

type Agreed = ClientUserPage["users"][number];

const words = consoleApplicationTexts.users;

/** Who lets the application know them, and what. */
export function UsersTab({ client: { id, trusted } }: OfClient) {
	const { api, place, to } = useDesk();
	const query = asked(place.query, ["cursor"]);
	const list = useList("users", (signal) => api("GET /clients/{id}/users", { id, query, signal }), [
		id,
		query,
	]);
	const columns: Array<Column<Agreed>> = [
		{
			name: "user",
			heading: words.user,
			cell: ({ id, username, displayName }) => (
				<span class="named">
					<a href={to(["users", id], { tab: "applications" })}>
						<bdi>{username}</bdi>
					</a>
					{displayName !== username && <bdi class="also">{displayName}</bdi>}
				</span>
			),
		},
		{ name: "scopes", heading: words.scopes, cell: ({ scopes }) => <Scopes names={scopes} /> },
		{ name: "agreed", heading: words.agreed, cell: ({ grantedAt }) => <When iso={grantedAt} past /> },
	];
	return (
		<Listing<Agreed>
			caption={words.caption}
			columns={columns}
			list={list}
			idOf={({ id }) => id}
			filters={[]}
			empty={<p>{trusted ? words.noneAsked : words.none}</p>}
		/>
	);
}
