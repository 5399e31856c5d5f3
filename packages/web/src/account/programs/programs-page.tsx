import { factors, session } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { programTexts } from "#texts/programs.ts";
import { Words } from "../../components/words.tsx";
import type { Page } from "../../page.ts";
import { SectionOpening } from "../section-opening.tsx";
import { AccessKeys } from "./access-keys.tsx";
import { CsrfSection } from "./csrf-section.tsx";
import { ProgramLogin } from "./program-login.tsx";

/** What those who write programs look for; it is of use before the service has answered. */
export function ProgramsPage({ page }: { page: Page }) {
	const [takesCode, setTakesCode] = useState(false);
	const [endsAt, setEndsAt] = useState<string | null>(null);
	const [isAdmin, setAdmin] = useState(false);
	useEffect(() => {
		const { connection } = page;
		void factors(connection).then(({ secondFactor }) => setTakesCode(secondFactor.on), ignored);
		void session(connection).then(({ session, role }) => {
			setEndsAt(session.expiresAt);
			setAdmin(role === "admin");
		}, ignored);
	}, []);
	return (
		<>
			<SectionOpening {...programTexts.page} />
			<ProgramLogin page={page} takesCode={takesCode} />
			<CsrfSection page={page} endsAt={endsAt} />
			<AccessKeys page={page} isAdmin={isAdmin} />
			<section class="card" aria-labelledby="operations">
				<h2 id="operations">{programTexts.more.heading}</h2>
				<p>
					<Words text={programTexts.more.what} />
				</p>
				<a href={page.to("docs")}>{programTexts.more.link}</a>
			</section>
		</>
	);
}

const ignored = (): void => {};
