import { accountTexts } from "#texts/account.ts";
import { type Logins, lastLoginWords } from "./last-login.ts";

/** Reserves its space until it is known (undefined), so that nothing jumps. */
export function LastLoginNote({ logins }: { logins: Logins | undefined }) {
	const words = logins === undefined ? null : lastLoginWords(logins);
	return (
		<div class="last-login" role="status">
			<p>{words?.login}</p>
			{words?.stopped != null && (
				<p class="banner urgent">
					<strong>{words.stopped}</strong> {accountTexts.lastLogin.stoppedAdvice}
				</p>
			)}
			{words?.failures != null && (
				<p class="banner">
					<strong>{words.failures}</strong> {accountTexts.lastLogin.advice}
				</p>
			)}
		</div>
	);
}
