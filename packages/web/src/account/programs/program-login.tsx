import { useState } from "preact/hooks";
import { programTexts } from "#texts/programs.ts";
import { Copyable } from "../../components/copyable.tsx";
import { useCsrf } from "../../components/use-csrf.ts";
import { Words } from "../../components/words.tsx";
import { curlLogin, curlSession } from "../../curl-command.ts";
import type { Page } from "../../page.ts";

/** The login as a command, filled in. `takesCode`: a login of this user takes two steps. */
export function ProgramLogin({ page, takesCode }: { page: Page; takesCode: boolean }) {
	const [session, setSession] = useState(false);
	const csrf = useCsrf(page.connection);
	const words = programTexts.login;
	const choice = (label: string, value: boolean) => (
		<label>
			<input type="radio" name="credential" checked={session === value} onChange={() => setSession(value)} />
			<span>{label}</span>
		</label>
	);
	return (
		<section class="card" aria-labelledby="program">
			<h2 id="program">{words.heading}</h2>
			<p>
				<Words text={takesCode ? `${words.intro} ${words.code}` : words.intro} />
			</p>
			<fieldset class="choice">
				<legend class="unseen">{words.credential}</legend>
				{choice(words.token, false)}
				{choice(words.cookie, true)}
			</fieldset>
			<Copyable
				text={curlLogin({ baseUrl: page.baseUrl, csrf, username: page.username, session, takesCode })}
				what={words.command}
			/>
			<p>
				<Words text={session ? words.cookieNote : words.tokenNote} />
			</p>
			<Copyable text={curlSession({ baseUrl: page.baseUrl, session })} what={words.call} />
		</section>
	);
}
