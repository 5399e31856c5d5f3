import { consoleTexts } from "#texts/console.ts";
import { consoleAccessKeyTexts as words } from "#texts/console-access-keys.ts";
import type { Desk } from "../desk.ts";
import { Reason } from "../events/event-columns.tsx";
import { actColumn } from "../parts/act-column.tsx";
import { Scopes } from "../parts/scopes.tsx";
import type { Column } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";
import type { ListedKey } from "./keys-asked.ts";

const DAY = 24 * 60 * 60_000;
const SOON = 14 * DAY;

export function keyColumns(to: Desk["to"], end: (key: ListedKey) => void): Array<Column<ListedKey>> {
	return [
		{
			name: "key-name",
			heading: words.columns.name,
			cell: ({ name, hint, createdAt }) => (
				<span class="named">
					<bdi>{name}</bdi>
					<code class="also">{hint}</code>
					<span class="also">
						{words.columns.made} <When iso={createdAt} past />
					</span>
				</span>
			),
		},
		{
			name: "user",
			heading: words.columns.user,
			cell: ({ username }) => (
				<a href={to(["users"], { q: username })}>
					<bdi>{username}</bdi>
				</a>
			),
		},
		{ name: "state", heading: words.columns.state, cell: (key) => <KeyState of={key} /> },
		{
			name: "scopes",
			heading: words.columns.scopes,
			cell: ({ scopes }) =>
				scopes.length === 0 ? <span class="muted">{words.allScopes}</span> : <Scopes names={scopes} />,
		},
		{
			name: "used",
			heading: words.columns.used,
			cell: ({ lastUsedAt, lastUsedAddress }) =>
				lastUsedAt === null ? (
					consoleTexts.never
				) : (
					<>
						<When iso={lastUsedAt} past /> <code class="also">{lastUsedAddress}</code>
					</>
				),
		},
		{
			name: "ends",
			heading: words.columns.ends,
			cell: ({ expiresAt, endedAt }) => <When iso={endedAt ?? expiresAt} />,
		},
		actColumn<ListedKey>({
			heading: words.columns.act,
			text: words.end.button,
			which: ({ name, username }) => words.end.which(name, username),
			act: end,
			has: ({ state }) => state === "active",
		}),
	];
}

function KeyState({ of: { state, endReason, expiresAt, userDisabledAt } }: { of: ListedKey }) {
	if (state === "ended")
		return (
			<span class="status disabled">
				{endReason === null ? words.states.ended : <Reason code={endReason} />}
			</span>
		);
	if (state === "expired") return <span class="status disabled">{words.states.expired}</span>;
	if (userDisabledAt !== null)
		return (
			<span class="status disabled">
				<Reason code="user_disabled" />
			</span>
		);
	const isSoon = Date.parse(expiresAt) - Date.now() < SOON;
	return (
		<span class={isSoon ? "status reset" : "status active"}>
			{isSoon ? words.states.soon : words.states.active}
		</span>
	);
}
