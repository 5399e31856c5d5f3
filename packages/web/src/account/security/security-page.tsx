import { securityTexts } from "#texts/security.ts";
import type { Page } from "../../page.ts";
import { SectionOpening } from "../section-opening.tsx";
import { ChangePassword } from "./change-password.tsx";
import { LoginSecurity } from "./login-security.tsx";

export function SecurityPage({ page }: { page: Page }) {
	return (
		<>
			<SectionOpening {...securityTexts.page} />
			<ChangePassword page={page} />
			<LoginSecurity page={page} />
		</>
	);
}
