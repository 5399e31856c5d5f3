import type { AdministeredSession } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleSessionTexts as words } from "#texts/console-sessions.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { asked } from "../parts/asked.ts";
import { Chip } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import { useList } from "../parts/use-list.ts";
import { EndOne } from "../sessions/end-one.tsx";
import { sessionColumns } from "../sessions/session-columns.tsx";
import { useOwnSession } from "../sessions/use-own-session.ts";
import type { OfUser } from "./of-user.ts";

const { acts, tabs } = consoleUserPageTexts;

export function SessionsTab({ user, reload }: OfUser) {
	const { api, act, say, place, to } = useDesk();
	const [asks, setAsks] = useState(false);
	const [ends, setEnds] = useState<AdministeredSession | null>(null);
	const state = place.query.get("state") === "ended" ? "ended" : "live";
	const query = { user: user.id, state, ...asked(place.query, ["cursor"]) } as const;
	const list = useList("sessions", (signal) => api("GET /sessions", { query, signal }), query);
	const own = useOwnSession();
	const again = async () => void (await Promise.all([list.load(), reload()]));

	const [, ...columns] = sessionColumns(state, to, setEnds, own);
	return (
		<>
			<div class="filters">
				<Chip name="state" label={words.filters.state} choices={{ ended: words.ended }} none={words.live} />
				{user.sessions > 0 && (
					<button type="button" class="danger" onClick={() => setAsks(true)}>
						{acts.endSessions}
					</button>
				)}
			</div>
			<Listing<AdministeredSession>
				caption={tabs.sessions}
				columns={columns}
				list={list}
				idOf={({ id }) => id}
				byTime
				filters={[]}
				empty={<p>{words.empty}</p>}
			/>
			{ends !== null && <EndOne session={ends} own={own} reload={again} onClose={() => setEnds(null)} />}
			{asks && (
				<ActDialog
					heading={acts.askEndSessions(user.username)}
					submit={acts.endSessions}
					destroys
					act={() => act(() => api("POST /sessions/end", { body: { userIds: [user.id] } }))}
					done={async ({ ended }) => {
						say(words.endedCount(ended));
						await again();
					}}
					onClose={() => setAsks(false)}
				>
					{() => <p>{acts.whatEndSessions}</p>}
				</ActDialog>
			)}
		</>
	);
}
