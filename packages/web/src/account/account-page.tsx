import type { Page } from "../page.ts";
import { texts } from "../texts.ts";
import { ChangePassword } from "./change-password.tsx";
import { CsrfSection } from "./csrf-section.tsx";
import { ProgramLogin } from "./program-login.tsx";
import { SessionList } from "./session-list.tsx";
import { useSessions } from "./use-sessions.ts";

export function AccountPage({ page }: { page: Page }) {
	const list = useSessions(page.api);
	const current = list.sessions?.find((session) => session.current);
	return (
		<>
			<h1>{texts.account.hello(page.displayName || page.username)}</h1>
			<p class="intro">{texts.account.intro}</p>
			<ProgramLogin page={page} />
			<CsrfSection page={page} endsAt={current?.expiresAt ?? null} />
			<SessionList page={page} list={list} />
			<ChangePassword page={page} onChanged={list.load} />
		</>
	);
}
