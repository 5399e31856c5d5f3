import { profileTexts } from "#texts/profile.ts";
import type { Page } from "../page.ts";
import { type Logins, lastLoginWords } from "./last-login.ts";

/** Reserves its space until it is known (undefined), so that nothing jumps. */
export function LastLoginNote({ page, logins }: { page: Page; logins: Logins | undefined }) {
	const words = logins === undefined ? null : lastLoginWords(logins);
	const { advice, stoppedAdvice, toPassword, toSessions } = profileTexts.lastLogin;
	return (
		<div class="last-login" role="status">
			<p>{words?.login}</p>
			{words?.stopped != null && (
				<p class="banner urgent">
					<strong>{words.stopped}</strong> {stoppedAdvice}{" "}
					<a href={page.to("account/security")}>{toPassword}</a>
				</p>
			)}
			{words?.failures != null && (
				<p class="banner">
					<strong>{words.failures}</strong> {advice} <a href={page.to("account/security")}>{toPassword}</a>{" "}
					<a href={page.to("account/sessions")}>{toSessions}</a>
				</p>
			)}
		</div>
	);
}
