import { sessionTexts } from "#texts/sessions.ts";
import type { Page } from "../../page.ts";
import { SectionOpening } from "../section-opening.tsx";
import { SessionList } from "./session-list.tsx";

export function SessionsPage({ page }: { page: Page }) {
	return (
		<>
			<SectionOpening {...sessionTexts.page} />
			<SessionList page={page} />
		</>
	);
}
