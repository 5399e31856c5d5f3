import { endOtherSessions, endSession, type ListedSession, SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { sessionTexts as words } from "#texts/sessions.ts";
import { explain } from "../../explain.ts";
import { logOut } from "../../log-out.ts";
import type { Page } from "../../page.ts";
import { useReauthentication } from "../use-reauthentication.tsx";
import { SessionItem } from "./session-item.tsx";
import { useSessions } from "./use-sessions.ts";

const shownAtFirst = 20;

export function SessionList({ page }: { page: Page }) {
	const list = useSessions(page.connection);
	const [all, setAll] = useState(false);
	const [failure, setFailure] = useState("");
	const [done, setDone] = useState("");
	const { confirmed, dialog } = useReauthentication(page);
	const sessions = list.sessions ?? [];
	const shown = all ? sessions : sessions.slice(0, shownAtFirst);

	/** The button of an ended session is gone, so the focus moves to the heading. */
	async function end(
		ending: () => Promise<unknown>,
		ended: (session: ListedSession) => boolean,
		said: string,
	): Promise<void> {
		setFailure("");
		setDone("");
		try {
			if (!(await confirmed(() => ending().catch(unlessGone)))) return;
			list.forget(ended);
			setDone(said);
			page.root.querySelector<HTMLElement>("h1")?.focus();
		} catch (error) {
			setFailure(explain(error));
		}
	}
	const endOne = ({ id, current }: ListedSession) =>
		current
			? logOut(page)
			: end(
					() => endSession(page.connection, id),
					(each) => each.id === id,
					words.ended,
				);
	const endOthers = () =>
		end(
			() => endOtherSessions(page.connection),
			(each) => !each.current,
			words.othersEnded,
		);

	const loads = list.sessions === undefined && list.failure === "";
	return (
		<div class="card" aria-busy={loads}>
			{loads && <p class="hint">{words.loading}</p>}
			<div class="alert" role="alert">
				{list.failure || failure}
			</div>
			<p class="success" role="status">
				{done}
			</p>
			{list.failure !== "" && (
				<button type="button" class="quiet" onClick={list.load}>
					{words.retry}
				</button>
			)}
			<ul class="sessions">
				{shown.map((each) => (
					<SessionItem key={each.id} session={each} onEnd={() => void endOne(each)} />
				))}
			</ul>
			{shown.length < sessions.length && (
				<button type="button" class="quiet" onClick={() => setAll(true)}>
					{words.more(sessions.length)}
				</button>
			)}
			{sessions.length === 1 && <p class="hint">{words.alone}</p>}
			{sessions.length > 1 && (
				<button type="button" class="danger" onClick={endOthers}>
					{words.endOthers}
				</button>
			)}
			{dialog}
		</div>
	);
}

/** A session that has ended elsewhere is a success too. */
function unlessGone(error: unknown): void {
	if (!(error instanceof SallyportError) || error.code !== "not_found") throw error;
}
