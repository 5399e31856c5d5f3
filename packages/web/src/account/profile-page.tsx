import { useEffect } from "preact/hooks";
import type { Page } from "../page.ts";
import { Details } from "./details.tsx";
import { DueNote } from "./due-note.tsx";
import { OwnData } from "./own-data.tsx";
import { ProfileOpening } from "./profile-opening.tsx";
import { useLogins } from "./use-logins.ts";

export function ProfilePage({ page }: { page: Page }) {
	const logins = useLogins(page.connection);
	useEffect(() => leadOn(page), []);
	return (
		<>
			<ProfileOpening page={page} logins={logins} />
			<DueNote page={page} />
			<Details page={page} />
			<OwnData page={page} />
		</>
	);
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
