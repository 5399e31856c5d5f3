import { securityTexts } from "#texts/security.ts";
import type { Page } from "../../page.ts";
import { AppsCard } from "./apps-card.tsx";
import { CodesCard } from "./codes-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { SwitchCard } from "./switch-card.tsx";
import { useFactors } from "./use-factors.ts";

/** What there is besides the password: a card for each. */
export function LoginSecurity({ page }: { page: Page }) {
	const { list, failure, load } = useFactors(page.connection);
	if (list === undefined)
		return (
			<div class="card" aria-busy={failure === ""}>
				{failure === "" && <p class="hint">{securityTexts.loading}</p>}
				<div class="alert" role="alert">
					{failure}
				</div>
				{failure !== "" && (
					<button type="button" class="quiet" onClick={load}>
						{securityTexts.retry}
					</button>
				)}
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
