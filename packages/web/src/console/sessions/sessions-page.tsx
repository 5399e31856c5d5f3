import type { AdminCall, AdministeredSession } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleSessionTexts as words } from "#texts/console-sessions.ts";
import { useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { Bulk } from "../parts/bulk.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Chip, Filters, TextChip } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import { useList } from "../parts/use-list.ts";
import { UserChip } from "../parts/user-chip.tsx";
import { EndAll } from "./end-all.tsx";
import { EndOfUsers } from "./end-of-users.tsx";
import { EndOne } from "./end-one.tsx";
import { nameOf, sessionColumns } from "./session-columns.tsx";
import { useOwnSession } from "./use-own-session.ts";

type Asked = NonNullable<AdminCall<"GET /sessions">["query"]>;

const narrowing = ["state", "kind", "user", "address"] as const;

export function SessionsPage() {
	const { api, place, to } = useDesk();
	const [asks, setAsks] = useState<"all" | "users" | AdministeredSession | null>(null);
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const query = asked(place.query, [...narrowing, "cursor"]) as Asked;
	const state = query.state === "ended" ? "ended" : "live";
	const list = useList("sessions", (signal) => api("GET /sessions", { query, signal }), query);
	const own = useOwnSession();
	const sessions = list.data?.rows ?? [];
	const ticked = sessions.filter(({ id }) => selected.has(id));

	async function again(): Promise<void> {
		setSelected(new Set());
		await list.load();
	}
	const close = () => setAsks(null);

	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<button type="button" class="danger" onClick={() => setAsks("all")}>
					{words.all.button}
				</button>
			</div>
			<Filters names={narrowing}>
				<Chip name="state" label={words.filters.state} choices={{ ended: words.ended }} none={words.live} />
				<Chip name="kind" label={words.filters.kind} choices={words.kinds} />
				<UserChip name="user" label={words.filters.user} />
				<TextChip name="address" label={words.filters.address} />
			</Filters>
			{ticked.length > 0 && (
				<Bulk label={words.many.label} count={ticked.length} clear={() => setSelected(new Set())}>
					<button type="button" class="danger" onClick={() => setAsks("users")}>
						{words.many.button}
					</button>
				</Bulk>
			)}
			<Listing<AdministeredSession>
				caption={words.title}
				columns={sessionColumns(state, to, setAsks, own)}
				list={list}
				idOf={({ id }) => id}
				{...(state === "live" && {
					selection: {
						ids: new Set(ticked.map(({ id }) => id)),
						set: setSelected,
						nameOf: (session) => words.ofUser(nameOf(session), session.username),
					},
				})}
				byTime={state === "ended"}
				filters={narrowing}
				empty={<p>{words.empty}</p>}
			/>
			{asks === "users" && <EndOfUsers sessions={ticked} reload={again} onClose={close} />}
			{asks === "all" && <EndAll reload={again} onClose={close} />}
			{asks !== null && typeof asks === "object" && (
				<EndOne session={asks} reload={again} onClose={close} own={own} />
			)}
		</>
	);
}
