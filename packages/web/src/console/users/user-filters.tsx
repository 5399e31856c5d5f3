import { useState } from "preact/hooks";
import { consoleUserTexts as words } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { groupsLike } from "../groups/find-group.ts";
import { Chip, Filters, SearchField } from "../parts/filters.tsx";
import { NameChip } from "../parts/name-chip.tsx";
import { filterNames } from "./user-filter.ts";

const days = [30, 90, 180, 365];

export function UserFilters() {
	const { api, place } = useDesk();
	const inactive = Object.fromEntries(days.map((each) => [each, words.days(each)]));
	return (
		<Filters names={filterNames} search={<SearchField name="q" label={words.search} hint={words.search} />}>
			<Chip name="state" label={words.filters.state} choices={words.states} />
			<Chip name="role" label={words.filters.role} choices={words.roles} />
			<Chip name="kind" label={words.filters.kind} choices={words.kinds} />
			<NameChip
				name="group"
				label={words.filters.group}
				shown={place.query.get("group") ?? ""}
				find={async (text, signal) =>
					(await groupsLike(api, text.toLowerCase(), signal)).map((each) => ({ value: each, name: each }))
				}
			/>
			<Chip name="secondFactor" label={words.filters.secondFactor} choices={words.secondFactors} />
			<Chip name="inactive" label={words.filters.inactive} choices={inactive} />
		</Filters>
	);
}

/** The first groups by name, which a field offers; another one can be typed. */
export function useGroupNames(): { groups: readonly string[]; load: () => void } {
	const { api, read } = useDesk();
	const [groups, setGroups] = useState<readonly string[] | null>(null);

	async function load(): Promise<void> {
		if (groups !== null) return;
		setGroups([]);
		const page = await read(() => api("GET /groups", { query: { limit: "200" } })).catch(() => null);
		setGroups(page === null ? null : page.groups.map(({ name }) => name));
	}
	return { groups: groups ?? [], load: () => void load() };
}
