import { endOtherSessions, endSession, type ListedSession, SallyportError } from "@sallyport/client";
import { useRef, useState } from "preact/hooks";
import { accountTexts } from "#texts/account.ts";
import { explain } from "../explain.ts";
import { logOut } from "../log-out.ts";
import { notice } from "../notice.ts";
import type { Page } from "../page.ts";
import { SessionItem } from "./session-item.tsx";
import { useReauthentication } from "./use-reauthentication.tsx";
import type { SessionsState } from "./use-sessions.ts";

const shownAtFirst = 20;
const words = accountTexts.sessions;

export function SessionList({ page, list }: { page: Page; list: SessionsState }) {
	const [all, setAll] = useState(false);
	const [failure, setFailure] = useState("");
	const heading = useRef<HTMLHeadingElement>(null);
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
		try {
			if (!(await confirmed(() => ending().catch(unlessGone)))) return;
			list.forget(ended);
			notice(said);
			heading.current?.focus();
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

	return (
		<section
			class="card"
			aria-labelledby="sessions"
			aria-busy={list.sessions === undefined && list.failure === ""}
		>
			<h2 id="sessions" tabIndex={-1} ref={heading}>
				{words.heading}
			</h2>
			<p>{words.intro}</p>
			{list.sessions === undefined && list.failure === "" && <p class="hint">{words.loading}</p>}
			<div class="alert" role="alert">
				{list.failure || failure}
			</div>
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
		</section>
	);
}

/** Also fine if the session has ended elsewhere meanwhile. */
function unlessGone(error: unknown): void {
	if (!(error instanceof SallyportError) || error.code !== "not_found") throw error;
}
