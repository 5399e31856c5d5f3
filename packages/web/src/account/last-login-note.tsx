import { type LastLogin, lastLoginWords } from "./last-login.ts";
import { accountTexts } from "./texts.ts";

/** Reserves its space until it is known (undefined), so that nothing jumps. */
export function LastLoginNote({ lastLogin }: { lastLogin: LastLogin | null | undefined }) {
	const words = lastLogin === undefined ? null : lastLoginWords(lastLogin);
	return (
		<div class="last-login" role="status">
			<p>{words?.login}</p>
			{words?.failures != null && (
				<p class="banner">
					<strong>{words.failures}</strong> {accountTexts.lastLogin.advice}
				</p>
			)}
		</div>
	);
}
