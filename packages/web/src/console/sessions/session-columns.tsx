import type { AdministeredSession } from "@sallyport/client";
import { consoleSessionTexts as words } from "#texts/console-sessions.ts";
import { clientName } from "../../account/sessions/client-name.ts";
import { dateTime } from "../../when.ts";
import type { Desk } from "../desk.ts";
import { Reason } from "../events/event-columns.tsx";
import { actColumn } from "../parts/act-column.tsx";
import type { Column } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";

export function nameOf({ userAgent }: Pick<AdministeredSession, "userAgent">): string {
	const client = clientName(userAgent);
	return client === null ? words.unknown : words.on(client.program, client.system);
}

const methods: Record<string, string> = words.methods;

type Columns = Array<Column<AdministeredSession>>;

export function sessionColumns(
	state: "live" | "ended",
	to: Desk["to"],
	end: (session: AdministeredSession) => void,
	own: string | undefined,
): Columns {
	return [
		{
			name: "user",
			heading: words.columns.user,
			cell: ({ userId, username }) => (
				<a href={to(["users", userId], { tab: "sessions" })}>
					<bdi>{username}</bdi>
				</a>
			),
		},
		{
			name: "client",
			heading: words.columns.client,
			cell: (session) => (
				<>
					<bdi>{nameOf(session)}</bdi> {session.id === own && <span class="tag here">{words.own}</span>}
				</>
			),
		},
		{ name: "kind", heading: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
		{
			name: "address",
			heading: words.columns.address,
			cell: ({ clientAddress }) => <code>{clientAddress ?? "–"}</code>,
		},
		{
			name: "proven",
			heading: words.columns.proven,
			cell: ({ amr }) => <span title={amr.join(" ")}>{proofs(amr)}</span>,
		},
		{ name: "began", heading: words.columns.began, cell: ({ createdAt }) => <When iso={createdAt} past /> },
		...(state === "live" ? liveColumns(end) : endedColumns),
	];
}

/** In words, with the codes in the title, by which logs are searched; what is not known here is said as the service says it. */
function proofs(amr: readonly string[]): string {
	const said = amr.filter((each) => !["mfa", "user"].includes(each)).map((each) => methods[each] ?? each);
	return said.join(" + ") || "–";
}

const liveColumns = (end: (session: AdministeredSession) => void): Columns => [
	{ name: "seen", heading: words.columns.seen, cell: ({ lastSeenAt }) => <When iso={lastSeenAt} past /> },
	actColumn<AdministeredSession>({
		heading: words.columns.act,
		text: words.end,
		which: (session) => words.endWhich(session.username, nameOf(session), dateTime(session.createdAt)),
		act: end,
	}),
];

const endedColumns: Columns = [
	{
		name: "ended",
		heading: words.columns.ended,
		cell: ({ endedAt }) => (endedAt === null ? "–" : <When iso={endedAt} past />),
	},
	{
		name: "reason",
		heading: words.columns.reason,
		cell: ({ endReason }) => (endReason === null ? "–" : <Reason code={endReason} />),
	},
];
