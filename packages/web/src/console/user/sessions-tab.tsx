import type { AdministeredSession } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { clientName } from "../../account/sessions/client-name.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { Chip } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import type { Column } from "../parts/table.tsx";
import { useAct } from "../parts/use-act.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { When } from "../parts/when.tsx";
import type { OfUser } from "./of-user.ts";

const { sessions: words, acts, said } = consoleUserPageTexts;

export function SessionsTab({ user, reload }: OfUser) {
	const { api, act, say, place } = useDesk();
	const { run, failure } = useAct();
	const [asks, setAsks] = useState(false);
	const cursor = place.query.get("cursor");
	const state = place.query.get("state") === "ended" ? "ended" : "live";
	const list = useLoaded(async (signal) => {
		const query = { user: user.id, state, ...(cursor !== null && { cursor }) } as const;
		const { sessions, next } = await api("GET /sessions", { query, signal });
		return { rows: sessions, next };
	}, `${user.id} ${state} ${cursor}`);
	const again = async () => void (await Promise.all([list.load(), reload()]));
	const end = ({ id }: AdministeredSession) =>
		run(() => api("POST /sessions/{id}/end", { id }), {
			text: (answer) => said.ended(answer?.ended ?? 0),
			reload: again,
		});

	async function endAll(): Promise<boolean> {
		const answer = await act(() => api("POST /sessions/end", { body: { userIds: [user.id] } }));
		if (!answer) return false;
		say(said.ended(answer.ended));
		await again();
		return true;
	}

	return (
		<>
			<div class="filters">
				<Chip name="state" label={words.which} choices={{ ended: words.ended }} none={words.live} />
				{user.sessions > 0 && (
					<button type="button" class="danger" onClick={() => setAsks(true)}>
						{acts.endSessions}
					</button>
				)}
			</div>
			{failure}
			<Listing<AdministeredSession>
				caption={words.caption}
				columns={columnsOf(state, end)}
				list={list}
				idOf={({ id }) => id}
				nameOf={nameOf}
				byTime
				filters={[]}
				empty={<p>{words.none}</p>}
			/>
			{asks && (
				<ActDialog
					heading={acts.askEndSessions(user.username)}
					submit={acts.endSessions}
					destroys
					act={endAll}
					onClose={() => setAsks(false)}
				>
					{() => <p>{acts.whatEndSessions}</p>}
				</ActDialog>
			)}
		</>
	);
}

function nameOf({ userAgent }: Pick<AdministeredSession, "userAgent">): string {
	const client = clientName(userAgent);
	return client === null ? words.unknown : words.on(client.program, client.system);
}

function columnsOf(
	state: "live" | "ended",
	end: (session: AdministeredSession) => Promise<void>,
): Array<Column<AdministeredSession>> {
	return [
		{ name: "client", heading: words.client, cell: (session) => nameOf(session) },
		{ name: "kind", heading: words.kind, cell: ({ kind }) => words.kinds[kind] },
		{ name: "proven", heading: words.proven, cell: ({ amr }) => <code>{amr.join(" ")}</code> },
		{
			name: "address",
			heading: words.address,
			cell: ({ clientAddress }) => <code>{clientAddress ?? "–"}</code>,
		},
		{ name: "began", heading: words.began, cell: ({ createdAt }) => <When iso={createdAt} past /> },
		state === "live"
			? { name: "seen", heading: words.seen, cell: ({ lastSeenAt }) => <When iso={lastSeenAt} past /> }
			: {
					name: "seen",
					heading: words.endedAt,
					cell: ({ endedAt, endReason }) => (
						<>
							{endedAt !== null && <When iso={endedAt} past />} <code class="also">{endReason}</code>
						</>
					),
				},
		...(state === "ended"
			? []
			: [
					{
						name: "act",
						heading: words.act,
						cell: (session: AdministeredSession) => (
							<button
								type="button"
								class="link"
								aria-label={words.endWhich(nameOf(session), dateTime(session.createdAt))}
								onClick={() => void end(session)}
							>
								{words.end}
							</button>
						),
					},
				]),
	];
}
