import { securityTexts } from "#texts/security.ts";
import type { Page } from "../../page.ts";
import { SectionOpening } from "../section-opening.tsx";
import { LoginSecurity } from "./login-security.tsx";

export function SecurityPage({ page }: { page: Page }) {
	return (
		<>
			<SectionOpening {...securityTexts.page} />
			<LoginSecurity page={page} />
		</>
	);
}
