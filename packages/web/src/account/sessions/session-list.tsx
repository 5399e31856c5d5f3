import { endOtherSessions, endSession, type ListedSession, sessions } from "@sallyport/client";
import { useState } from "preact/hooks";
import { sessionTexts as words } from "#texts/sessions.ts";
import { explain } from "../../explain.ts";
import { logOut } from "../../log-out.ts";
import type { Page } from "../../page.ts";
import { Loading, unlessGone, useListed } from "../listed.tsx";
import { useReauthentication } from "../use-reauthentication.tsx";
import { inOrder } from "./session.ts";
import { SessionItem } from "./session-item.tsx";

const shownAtFirst = 20;

export function SessionList({ page }: { page: Page }) {
	const listed = useListed(async () => inOrder(await sessions(page.connection)));
	const { list = [] } = listed;
	const [all, setAll] = useState(false);
	const [failure, setFailure] = useState("");
	const [done, setDone] = useState("");
	const { confirmed, dialog } = useReauthentication(page);
	const shown = all ? list : list.slice(0, shownAtFirst);

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
			listed.set((before) => before?.filter((each) => !ended(each)));
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

	return (
		<div class="card" aria-busy={listed.list === undefined && listed.failure === ""}>
			<Loading of={listed} words={words} />
			<div class="alert" role="alert">
				{failure}
			</div>
			<p class="success" role="status">
				{done}
			</p>
			<ul class="sessions">
				{shown.map((each) => (
					<SessionItem key={each.id} session={each} onEnd={() => void endOne(each)} />
				))}
			</ul>
			{shown.length < list.length && (
				<button type="button" class="quiet" onClick={() => setAll(true)}>
					{words.more(list.length)}
				</button>
			)}
			{list.length === 1 && <p class="hint">{words.alone}</p>}
			{list.length > 1 && (
				<button type="button" class="danger" onClick={endOthers}>
					{words.endOthers}
				</button>
			)}
			{dialog}
		</div>
	);
}
