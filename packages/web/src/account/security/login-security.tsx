import { factors } from "@sallyport/client";
import { useEffect } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import type { Page } from "../../page.ts";
import { Loading, useListed } from "../listed.tsx";
import { AppsCard } from "./apps-card.tsx";
import { CodesCard } from "./codes-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { SwitchCard } from "./switch-card.tsx";

/** What there is besides the password: a card for each. */
export function LoginSecurity({ page }: { page: Page }) {
	const listed = useListed(() => factors(page.connection));
	const { list, failure, load } = listed;
	const isKnown = list !== undefined;
	// A link to one of the cards was followed before there were any.
	useEffect(() => {
		if (isKnown) document.getElementById(location.hash.slice(1))?.focus();
	}, [isKnown]);
	if (list === undefined)
		return (
			<div class="card" aria-busy={failure === ""}>
				<Loading of={listed} words={securityTexts} />
			</div>
		);
	const given = { page, list, load };
	return (
		<>
			<div class="alert" role="alert">
				{failure}
			</div>
			<PasskeysCard {...given} />
			<AppsCard {...given} />
			<CodesCard {...given} />
			<SwitchCard {...given} />
		</>
	);
}
