import type { User } from "@sallyport/client";
import { useRef, useState } from "preact/hooks";
import { consoleUserTexts as words } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { AddUser } from "./add-user.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FileLinks } from "./file-links.tsx";
import { userColumns } from "./user-columns.tsx";
import { filterNames, filtersIn } from "./user-filter.ts";
import { UserFilters } from "./user-filters.tsx";

export function UsersPage() {
	const { api, place, to } = useDesk();
	const [isAdding, setAdding] = useState(place.query.has("add"));
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const add = useRef<HTMLButtonElement>(null);
	const query = filtersIn(place.query);
	const { cursor, sort, ...counted } = query;

	const list = useLoaded(async (signal) => {
		const { users, next } = await api("GET /users", { query, signal });
		return { rows: users, next };
	}, JSON.stringify(query));
	const count = useLoaded(
		(signal) => api("GET /users/count", { query: counted, signal }),
		JSON.stringify(counted),
	);
	const users = list.data?.rows ?? [];
	// What is ticked is on this page: nothing is done to a user who cannot be seen.
	const ids = new Set(users.filter(({ id }) => selected.has(id)).map(({ id }) => id));

	async function reload(): Promise<void> {
		setSelected(new Set());
		await Promise.all([list.load(), count.load()]);
	}

	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<p class="hint" role="status">
					{count.data !== undefined && words.count(count.data.count, count.data.atLeast)}
				</p>
				<FileLinks />
				<button type="button" ref={add} onClick={() => setAdding(true)}>
					{words.add}
				</button>
			</div>
			<UserFilters />
			<Listing<User>
				caption={words.caption}
				columns={userColumns(place, to)}
				list={list}
				idOf={({ id }) => id}
				nameOf={({ username }) => username}
				selection={{ ids, set: setSelected }}
				filters={filterNames}
				empty={<p>{words.empty.text}</p>}
			/>
			{ids.size > 0 && (
				<BulkBar
					users={users.filter(({ id }) => ids.has(id))}
					clear={() => setSelected(new Set())}
					reload={reload}
				/>
			)}
			{isAdding && (
				<AddUser
					onClose={(isAdded) => {
						setAdding(false);
						add.current?.focus();
						if (isAdded) void reload();
					}}
				/>
			)}
		</>
	);
}
