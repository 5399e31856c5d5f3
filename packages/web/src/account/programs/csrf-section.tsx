import { programTexts } from "#texts/programs.ts";
import { Copyable } from "../../components/copyable.tsx";
import { useCsrf } from "../../components/use-csrf.ts";
import { Words } from "../../components/words.tsx";
import type { Page } from "../../page.ts";
import { dateTime } from "../../when.ts";

/** `endsAt`: when the session of this page ends at the latest; null while unknown. */
export function CsrfSection({ page, endsAt }: { page: Page; endsAt: string | null }) {
	const csrf = useCsrf(page.connection);
	return (
		<section class="card" aria-labelledby="csrf">
			<h2 id="csrf">{programTexts.csrf.heading}</h2>
			<p>
				<Words text={programTexts.csrf.what} />
			</p>
			<Copyable text={csrf} what={programTexts.csrf.copy} />
			<p class="hint">{programTexts.csrf.ends(endsAt === null ? null : dateTime(endsAt))}</p>
		</section>
	);
}
