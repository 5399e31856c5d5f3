import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/account.css";
import "../../styles/sessions.css";
import "../../problem-texts.ts";
import { sessionTexts } from "#texts/sessions.ts";
import { openPage } from "../../open-page.tsx";
import { SectionOpening } from "../section-opening.tsx";
import { SessionList } from "./session-list.tsx";

openPage(({ page }) => (
	<>
		<SectionOpening {...sessionTexts.page} />
		<SessionList page={page} />
	</>
));
