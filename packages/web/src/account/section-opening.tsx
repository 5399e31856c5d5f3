import { AccountHeading } from "./account-heading.tsx";

/** The top of a page of the account; in the page as served too. */
export function SectionOpening({ title, intro }: { title: string; intro: string }) {
	return (
		<>
			<AccountHeading>{title}</AccountHeading>
			<p class="intro">{intro}</p>
		</>
	);
}
