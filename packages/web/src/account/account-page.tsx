import type { Page } from "../page.ts";
import { LoginSecurity } from "../security/login-security.tsx";
import { useFactors } from "../security/use-factors.ts";
import { AccountOpening } from "./account-opening.tsx";
import { ChangePassword } from "./change-password.tsx";
import { CsrfSection } from "./csrf-section.tsx";
import { ProgramLogin } from "./program-login.tsx";
import { SessionList } from "./session-list.tsx";
import { useSessions } from "./use-sessions.ts";

export function AccountPage({ page }: { page: Page }) {
	const list = useSessions(page.connection);
	const factors = useFactors(page.connection);
	const current = list.sessions?.find((session) => session.current);
	return (
		<>
			<AccountOpening page={page} logins={list.logins} />
			<ProgramLogin page={page} takesCode={factors.list?.secondFactor.on === true} />
			<CsrfSection page={page} endsAt={current?.expiresAt ?? null} />
			<SessionList page={page} list={list} />
			<LoginSecurity page={page} factors={factors} onChanged={list.load} />
			<ChangePassword page={page} onChanged={list.load} />
		</>
	);
}
