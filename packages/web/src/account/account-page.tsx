import type { Page } from "../page.ts";
import { AccountOpening } from "./account-opening.tsx";
import { ChangePassword } from "./change-password.tsx";
import { CsrfSection } from "./csrf-section.tsx";
import { ProgramLogin } from "./program-login.tsx";
import { SessionList } from "./session-list.tsx";
import { useSessions } from "./use-sessions.ts";

export function AccountPage({ page }: { page: Page }) {
	const list = useSessions(page.connection);
	const current = list.sessions?.find((session) => session.current);
	return (
		<>
			<AccountOpening page={page} logins={list.logins} />
			<ProgramLogin page={page} />
			<CsrfSection page={page} endsAt={current?.expiresAt ?? null} />
			<SessionList page={page} list={list} />
			<ChangePassword page={page} onChanged={list.load} />
		</>
	);
}
