import { useEffect, useState } from "preact/hooks";
import type { Page } from "../page.ts";
import { Details } from "./details.tsx";
import { DueNote } from "./due-note.tsx";
import { OwnData } from "./own-data.tsx";
import { ProfileOpening } from "./profile-opening.tsx";
import { useLogins } from "./use-logins.ts";

export function ProfilePage({ page }: { page: Page }) {
	const logins = useLogins(page.connection);
	const Applications = useApplicationsCard(page);
	useEffect(() => leadOn(page), []);
	return (
		<>
			<ProfileOpening page={page} logins={logins} />
			<DueNote page={page} />
			<Details page={page} />
			{Applications !== null && <Applications page={page} />}
			<OwnData page={page} />
		</>
	);
}

type ApplicationsCard = typeof import("./applications/applications.tsx")["Applications"];

/** Loaded only where the service is one that users log in to applications with. */
function useApplicationsCard({ root }: Page): ApplicationsCard | null {
	const [card, setCard] = useState<{ Applications: ApplicationsCard } | null>(null);
	useEffect(() => {
		// The rest of the page does without it.
		if (root.dataset.applications !== undefined)
			import("./applications/applications.tsx").then(setCard, () => undefined);
	}, []);
	return card?.Applications ?? null;
}

/** Parts of this page once, to which links may lead. */
const pageOfPart: Record<string, string> = {
	"#change-password": "account/security",
	"#csrf": "account/programs",
	"#program": "account/programs",
	"#security": "account/security",
	"#sessions": "account/sessions",
};

function leadOn({ to }: Page): void {
	const name = pageOfPart[location.hash];
	if (name !== undefined) location.replace(to(name));
}
