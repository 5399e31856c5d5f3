import type { AdminCall, MailPage } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleMailTexts as words } from "#texts/console-mails.ts";
import { Words } from "../../components/words.tsx";
import { problemOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { asked } from "../parts/asked.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Chip, Filters } from "../parts/filters.tsx";
import { Listing } from "../parts/listing.tsx";
import type { Column } from "../parts/table.tsx";
import { useAct } from "../parts/use-act.tsx";
import { useList } from "../parts/use-list.ts";
import { UserChip } from "../parts/user-chip.tsx";
import { When } from "../parts/when.tsx";
import { causeOf } from "./cause.ts";
import { TestMail } from "./test-mail.tsx";

type Mail = MailPage["mails"][number];
type Asked = NonNullable<AdminCall<"GET /mails">["query"]>;

/** Parameters of the address that narrow the list. */
const filterNames = ["user", "state"];
const kinds: Record<string, string> = words.kinds;
const states: Record<string, string> = words.states;
/** Styles of states. */
const looks: Record<string, string> = { waiting: "reset", sent: "active", failed: "failed" };

export function MailsPage() {
	const { api, place, mails } = useDesk();
	const { run, busy, failure } = useAct();
	const query = asked(place.query, [...filterNames, "cursor"]) as Asked;
	const list = useList("mails", (signal) => api("GET /mails", { query, signal }), query);
	const [over, setOver] = useState<Mail | null>(null);

	async function send(mail: Mail): Promise<void> {
		setOver(null);
		await api("POST /mails/{id}/retry", { id: mail.id }).catch((error: unknown) => {
			if (problemOf(error).code === "state_conflict") setOver(mail);
			throw error;
		});
	}
	/** The row stays, whatever the filter, until the list is asked for again. */
	function showWaiting({ id }: Mail): void {
		if (list.data === undefined) return;
		const waits = { state: "waiting", lastStatus: null, nextAt: null };
		const rows = list.data.rows.map((each) => (each.id === id ? { ...each, ...waits } : each));
		list.show({ ...list.data, rows });
	}
	const retry = (mail: Mail) =>
		run(() => send(mail), { text: () => words.retried, reload: async () => showWaiting(mail) });

	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				{mails && <TestMail />}
			</div>
			<p class="hint">
				<Words text={mails ? words.intro : words.off} />
			</p>
			<Filters names={filterNames}>
				<UserChip name="user" label={words.columns.user} />
				<Chip name="state" label={words.columns.state} choices={words.states} />
			</Filters>
			{over === null && failure}
			<div role="alert">
				{over !== null && (
					<p class="alert">
						{words.linkIsOver} <NewLink mail={over} />
					</p>
				)}
			</div>
			<Listing<Mail>
				caption={words.title}
				columns={columnsOf(retry, busy)}
				list={list}
				idOf={({ id }) => id}
				byTime
				filters={filterNames}
				empty={<p>{words.empty}</p>}
			/>
		</>
	);
}

function columnsOf(retry: (mail: Mail) => Promise<void>, busy: boolean): Array<Column<Mail>> {
	return [
		{ name: "mail", heading: words.columns.mail, cell: ({ kind }) => kinds[kind] ?? kind },
		{ name: "user", heading: words.columns.user, cell: (mail) => <OfUser mail={mail} /> },
		{
			name: "state",
			heading: words.columns.state,
			cell: ({ state }) => <span class={`status ${looks[state] ?? ""}`}>{states[state] ?? state}</span>,
		},
		{ name: "queued", heading: words.columns.queued, cell: ({ createdAt }) => <When iso={createdAt} /> },
		{ name: "attempts", heading: words.columns.attempts, cell: ({ attempts }) => attempts },
		{
			name: "cause",
			heading: words.columns.cause,
			cell: ({ state, lastStatus, nextAt }) => (
				<>
					{state !== "sent" && lastStatus !== null && <span class="cause">{causeOf(lastStatus)} </span>}
					{nextAt !== null && (
						<span class="muted">
							{words.nextTry} <When iso={nextAt} />
						</span>
					)}
				</>
			),
		},
		{
			name: "act",
			heading: words.columns.act,
			cell: (mail) =>
				mail.state !== "sent" &&
				(mail.lastStatus === "address_changed" ? (
					<NewLink mail={mail} />
				) : (
					<button
						type="button"
						class="link"
						aria-busy={busy}
						aria-label={words.retryWhich(kinds[mail.kind] ?? mail.kind, mail.username ?? "–")}
						onClick={() => void retry(mail)}
					>
						{words.retry}
					</button>
				)),
		},
	];
}

function OfUser({ mail: { userId, username } }: { mail: Mail }) {
	const { to } = useDesk();
	if (userId === null) return "–";
	return (
		<a href={to(["users", userId])}>
			<bdi>{username}</bdi>
		</a>
	);
}

function NewLink({ mail: { userId } }: { mail: Mail }) {
	const { to } = useDesk();
	return userId !== null && <a href={to(["users", userId], { tab: "access" })}>{words.newLink}</a>;
}
