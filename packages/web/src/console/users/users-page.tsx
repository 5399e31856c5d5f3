import type { User } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { consoleUserTexts as words } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Listing } from "../parts/listing.tsx";
import { Opener } from "../parts/opener.tsx";
import { useList } from "../parts/use-list.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { AddUser } from "./add-user.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FileLinks } from "./file-links.tsx";
import { userColumns } from "./user-columns.tsx";
import { filterNames, filtersIn } from "./user-filter.ts";
import { UserFilters } from "./user-filters.tsx";

/** As the service takes them at once. */
const MOST = 500;

export function UsersPage() {
	const { api, place, to, say } = useDesk();
	const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map());
	const query = filtersIn(place.query);
	const { cursor, sort, ...counted } = query;
	const filters = JSON.stringify(counted);

	const list = useList("users", (signal) => api("GET /users", { query, signal }), query);
	const count = useLoaded((signal) => api("GET /users/count", { query: counted, signal }), filters);
	const clear = () => setSelected(new Map());
	// Ticks stay while other pages of the same list are looked at.
	useEffect(clear, [filters]);
	const latest = useRef(filters);
	latest.current = filters;

	function select(ids: ReadonlySet<string>): void {
		const known = [...selected.values(), ...(list.data?.rows ?? [])];
		choose(new Map(known.filter(({ id }) => ids.has(id)).map((user) => [user.id, user])));
	}

	function choose(users: ReadonlyMap<string, User>): void {
		if (users.size > MOST) say(words.bulk.tooMany);
		else setSelected(users);
	}

	/** Those on other pages too. */
	async function selectAll(): Promise<void> {
		const all = new Map<string, User>();
		let from: string | null | undefined;
		do {
			const { users, next } = await api("GET /users", {
				query: { ...counted, limit: "200", ...(from && { cursor: from }) },
			});
			for (const user of users) all.set(user.id, user);
			from = next;
		} while (from !== null && all.size <= MOST);
		// Those of filters that have changed since are not seen, and so not selected.
		if (latest.current === filters) choose(all);
	}

	async function reload(): Promise<void> {
		clear();
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
				<Opener text={words.add} by="add">
					{(close) => <AddUser onClose={close} />}
				</Opener>
			</div>
			<UserFilters />
			<BulkBar
				users={[...selected.values()]}
				all={count.data === undefined || count.data.count > MOST ? null : count.data.count}
				selectAll={selectAll}
				clear={clear}
				reload={reload}
			/>
			<Listing<User>
				caption={words.caption}
				columns={userColumns(place, to)}
				list={list}
				idOf={({ id }) => id}
				selection={{ ids: new Set(selected.keys()), set: select, nameOf: ({ username }) => username }}
				filters={filterNames}
				empty={<p>{words.empty.text}</p>}
			/>
		</>
	);
}
