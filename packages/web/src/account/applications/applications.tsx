import { applicationTexts as words } from "#texts/applications.ts";
import type { Page } from "../../page.ts";
import { AccountCard } from "../account-card.tsx";
import { Loading, unlessGone, useListed } from "../listed.tsx";
import { useCard } from "../use-card.tsx";
import { ApplicationItem, type ListedApplication } from "./application-item.tsx";

/** Where the user logs in with this account. */
export function Applications({ page }: { page: Page }) {
	const { send } = page.connection;
	const listed = useListed(() => send("GET /api/auth/applications"));
	const list = listed.list?.applications;
	const card = useCard(page, listed.load);

	async function end({ id, name, isTrusted }: ListedApplication): Promise<void> {
		const { heading, text, textTrusted, submit, done } = words.ending;
		const question = { heading: heading(name), text: isTrusted ? textTrusted : text, submit };
		if (!(await card.ask(question))) return;
		const ending = () => send("POST /api/auth/applications/{id}/end", { id, empty: true }).catch(unlessGone);
		if (await card.tried(ending)) await card.show(done(name));
	}

	return (
		<AccountCard id="applications" title={words.heading} card={card}>
			<Loading of={listed} words={words} />
			{list !== undefined && (
				<>
					<p>{list.length === 0 ? words.empty : words.intro}</p>
					<ul class="items applications">
						{list.map((each) => (
							<ApplicationItem key={each.id} listed={each} onEnd={() => void end(each)} />
						))}
					</ul>
				</>
			)}
		</AccountCard>
	);
}
