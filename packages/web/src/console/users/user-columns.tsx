import type { User } from "@sallyport/client";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserTexts as words } from "#texts/console-users.ts";
import type { Desk } from "../desk.ts";
import type { Column } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";

const SHOWN_GROUPS = 2;

export function userColumns(place: Desk["place"], to: Desk["to"]): Array<Column<User>> {
	const given = Object.fromEntries(place.query);
	const isByName = given.sort !== "-createdAt";
	const sorted = (sort: string | null): string => to(place.path, { ...given, cursor: null, sort });
	return [
		{
			name: "username",
			heading: words.columns.username,
			sort: { href: sorted(null), present: isByName ? "ascending" : "none" },
			cell: ({ id, username, displayName, kind }) => (
				<span class="named">
					<a href={to(["users", id])}>
						<bdi>{username}</bdi>
					</a>
					{displayName !== username && <bdi class="also">{displayName}</bdi>}
					{kind === "service" && <span class="tag">{words.kinds.service}</span>}
				</span>
			),
		},
		{ name: "state", heading: words.columns.state, cell: ({ state }) => <State state={state} /> },
		{
			name: "role",
			heading: words.columns.role,
			cell: ({ role }) => (role === "admin" ? <strong>{words.roles.admin}</strong> : words.roles.user),
		},
		{ name: "groups", heading: words.columns.groups, cell: ({ groups }) => <Groups groups={groups} /> },
		{
			name: "second-factor",
			heading: words.columns.secondFactor,
			cell: ({ secondFactorAt }) => words.secondFactors[secondFactorAt === null ? "off" : "on"],
		},
		{
			name: "last-login",
			heading: words.columns.lastLoginAt,
			cell: ({ lastLoginAt }) =>
				lastLoginAt === null ? consoleTexts.never : <When iso={lastLoginAt} past />,
		},
		{
			name: "created",
			heading: words.columns.createdAt,
			sort: { href: sorted("-createdAt"), present: isByName ? "none" : "descending" },
			cell: ({ createdAt }) => <When iso={createdAt} past />,
		},
	];
}

export function State({ state }: { state: User["state"] }) {
	return <span class={`status ${state}`}>{words.states[state]}</span>;
}

function Groups({ groups }: { groups: readonly string[] }) {
	const shown = groups.slice(0, SHOWN_GROUPS);
	const rest = groups.length - shown.length;
	if (groups.length === 0) return <span class="muted">–</span>;
	return (
		<span class="tags" title={groups.join(", ")}>
			{shown.map((each) => (
				<span key={each} class="tag">
					{each}
				</span>
			))}
			{rest > 0 && <span class="muted">{words.moreGroups(rest)}</span>}
		</span>
	);
}
