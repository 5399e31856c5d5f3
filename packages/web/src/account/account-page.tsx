import type { Page } from "../page.ts";
import { ChangePassword } from "./change-password.tsx";
import { CsrfSection } from "./csrf-section.tsx";
import { LastLoginNote } from "./last-login-note.tsx";
import { ProgramLogin } from "./program-login.tsx";
import { SessionList } from "./session-list.tsx";
import { accountTexts } from "./texts.ts";
import { useSessions } from "./use-sessions.ts";

export function AccountPage({ page }: { page: Page }) {
	const list = useSessions(page.connection);
	const current = list.sessions?.find((session) => session.current);
	return (
		<>
			<h1>{accountTexts.greeting.hello(page.displayName || page.username)}</h1>
			<p class="intro">{accountTexts.greeting.intro}</p>
			<LastLoginNote lastLogin={list.lastLogin} />
			<ProgramLogin page={page} />
			<CsrfSection page={page} endsAt={current?.expiresAt ?? null} />
			<SessionList page={page} list={list} />
			<ChangePassword page={page} onChanged={list.load} />
		</>
	);
}
