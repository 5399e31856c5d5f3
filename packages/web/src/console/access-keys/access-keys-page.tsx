import { useState } from "preact/hooks";
import { consoleAccessKeyTexts as words } from "#texts/console-access-keys.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Chip, Filters } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import { Opener } from "../parts/opener.tsx";
import { useList } from "../parts/use-list.ts";
import { UserChip } from "../parts/user-chip.tsx";
import { keyColumns } from "./key-columns.tsx";
import { filterNames, keysAsked, type ListedKey } from "./keys-asked.ts";
import { MakeKey } from "./make-key.tsx";

const expiring = Object.fromEntries([7, 30, 90].map((count) => [count, words.within(count)]));
const unused = {
	...Object.fromEntries([30, 90, 180].map((count) => [count, words.unusedFor(count)])),
	never: words.neverUsed,
};

export function AccessKeysPage() {
	const { api, act, say, place, to } = useDesk();
	const [ends, setEnds] = useState<ListedKey | null>(null);
	const query = keysAsked(place.query);
	const list = useList("accessKeys", (signal) => api("GET /access-keys", { query, signal }), query);
	// Without one to tick, a key may do everything: the form waits until they are known.
	const scopes = list.data?.scopes;

	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<Opener text={words.make.button} by="make">
					{(close) =>
						scopes !== undefined && (
							<MakeKey
								scopes={scopes}
								onClose={(isMade) => {
									close();
									if (isMade) void list.load();
								}}
							/>
						)
					}
				</Opener>
			</div>
			<p class="hint">{words.intro}</p>
			<Filters names={filterNames}>
				<UserChip name="user" label={words.filters.user} />
				<Chip name="expiring" label={words.filters.expiring} choices={expiring} />
				<Chip name="unused" label={words.filters.unused} choices={unused} />
			</Filters>
			<Listing<ListedKey>
				caption={words.title}
				columns={keyColumns(to, setEnds)}
				list={list}
				idOf={({ id }) => id}
				filters={filterNames}
				empty={<p>{words.empty}</p>}
			/>
			{ends !== null && (
				<ActDialog
					heading={words.end.heading(ends.name)}
					submit={words.end.submit}
					destroys
					act={() => act(() => api("POST /access-keys/{id}/end", { id: ends.id }))}
					done={async ({ ended }) => {
						say(words.end.done(ends.name, ended));
						await list.load();
					}}
					onClose={() => setEnds(null)}
				>
					{() => <p>{words.end.what(ends.username)}</p>}
				</ActDialog>
			)}
		</>
	);
}
