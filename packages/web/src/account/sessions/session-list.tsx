import { endOtherSessions, endSession, type ListedSession, sessions } from "@sallyport/client";
import { useState } from "preact/hooks";
import { sessionTexts as words } from "#texts/sessions.ts";
import { logOut } from "../../log-out.ts";
import type { Page } from "../../page.ts";
import { Loading, unlessGone, useListed } from "../listed.tsx";
import { useCard } from "../use-card.tsx";
import { inOrder } from "./session.ts";
import { SessionItem } from "./session-item.tsx";

const shownAtFirst = 20;

export function SessionList({ page }: { page: Page }) {
	const listed = useListed(async () => inOrder(await sessions(page.connection)));
	const card = useCard(page, listed.load);
	const [all, setAll] = useState(false);
	const { list = [] } = listed;
	const shown = all ? list : list.slice(0, shownAtFirst);

	async function end(ending: () => Promise<unknown>, said: string): Promise<void> {
		if (!(await card.tried(() => ending().catch(unlessGone)))) return;
		// The button of an ended session will be gone.
		page.root.querySelector<HTMLElement>("h1")?.focus();
		await card.show(said);
	}
	const endOne = ({ id, current }: ListedSession) =>
		current ? logOut(page) : end(() => endSession(page.connection, id), words.ended);
	const endOthers = () => end(() => endOtherSessions(page.connection), words.othersEnded);

	return (
		<div class="card" aria-busy={listed.list === undefined && listed.failure === ""}>
			<Loading of={listed} words={words} />
			<div class="alert" role="alert">
				{card.failure}
			</div>
			<p class="success" role="status">
				{card.done}
			</p>
			<ul class="items sessions">
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
				<button type="button" class="danger" onClick={() => void endOthers()}>
					{words.endOthers}
				</button>
			)}
			{card.dialogs}
		</div>
	);
}
